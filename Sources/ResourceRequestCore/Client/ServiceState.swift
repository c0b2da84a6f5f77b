// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of a service that outlives a reload: the health of its endpoints, its retry budget, its cache, if the
/// service is unchanged; tokens and logins, if its credentials are unchanged.
///
/// Such state is created here only.
final class ServiceState: Sendable {
  /// The lifetime of its connections.
  let lifetime: DestinationLifetime?
  /// The state of its credentials.
  let authorization: AuthorizationState
  /// Fetches its tokens; `nil` if it needs none.
  let authorizer: Authorizer?
  /// Serializes logins.
  let turns = Turns()

  /// Its cache; `nil` without one.
  let cache: ServiceCache?
  /// The state of its policies.
  let resilience: ResilienceState
  /// The outcomes of its attempts.
  let ledger = AttemptLedger()
  /// Background work for its endpoints; `nil` if there is none.
  let upkeep: EndpointUpkeep?

  /// Creates the state of a new or changed service.
  ///
  /// - Parameters:
  ///   - lifetime: the lifetime of its connections.
  ///   - authorization: the state of its credentials if they are unchanged; else `nil`.
  ///   - authorizer: creates the one that fetches its tokens.
  ///   - resilience: the state of its policies.
  ///   - upkeep: creates the background work for its endpoints.
  ///   - cache: its cache.
  init(
    _ lifetime: DestinationLifetime? = nil,
    keeping authorization: AuthorizationState?,
    authorizer: (AuthorizationState) -> Authorizer?,
    _ resilience: ResilienceState,
    upkeep: (ResilienceState, Authorizer?, AuthorizationState) -> EndpointUpkeep? = { _, _, _ in nil },
    cache: ServiceCache? = nil
  ) {
    self.lifetime = lifetime
    let authorization = authorization ?? AuthorizationState()
    self.authorization = authorization
    let authorizer = authorizer(authorization)
    self.authorizer = authorizer
    self.cache = cache
    self.resilience = resilience
    self.upkeep = upkeep(resilience, authorizer, authorization)
  }
}

/// Decides whether a service's credentials are unchanged by a reload: everything that a token or a login depends on,
/// and nothing else.
struct CredentialIdentity: Hashable {
  private let service: String?
  private let isAtGateway: Bool
  private let origin: Origin?
  /// The gateway's token endpoint.
  private let gateway: String?
  private let credential: ServiceCredential?
  /// The client certificate that a token may be bound to, and the trusted authorities.
  private let tls: TLSOptions?

  init(_ destination: Destination) {
    service = destination.service
    isAtGateway = destination.isAtGateway
    origin = destination.base?.origin
    gateway = destination.isAtGateway ? destination.base?.prefix : nil
    credential = destination.credential
    tls = destination.settings.connection.tls
  }
}
