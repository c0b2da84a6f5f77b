// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Credentials, tokens and logins.
struct AuthorizationRoom: Room {
  /// What is kept for a destination.
  struct Kept: Sendable {
    /// The state of its credentials, which outlasts a change of its other settings.
    let state: AuthorizationState
    /// Fetches its tokens; `nil` if it needs none, or its gateway has it.
    let authorizer: Authorizer?
    /// Serializes logins.
    let turns: Turns
  }

  let options: AuthorizationOptions

  func lastingIdentity(of destination: Destination) -> LastingIdentity? {
    LastingIdentity(CredentialIdentity(destination))
  }

  func keep(_ former: Kept?, at site: Site) -> Kept {
    let state = former?.state ?? AuthorizationState()
    return Kept(state: state, authorizer: AuthorizerFactory(site: site).authorizer(state), turns: Turns())
  }

  /// The authorizer of the tokens for a destination; `nil` if it takes none.
  func authorizer(_ kept: Kept, at site: Site) -> Authorizer? { site.shared(kept).authorizer }

  func describe(_ kept: Kept, at site: Site, in surroundings: inout Surroundings) {
    let destination = site.destination
    // One for the credentials and for whoever asks for the principal, so that both see the same token.
    let file = tokenFile(of: destination)
    let authorizer = authorizer(kept, at: site)
    if let authorizer {
      surroundings.credentials = AuthorizationMiddleware(authorizer: authorizer)
    } else if let credential = destination.credential, let base = destination.base {
      surroundings.credentials = CredentialMiddleware.fit(
        for: credential,
        origin: base.origin,
        sessions: kept.state.sessions,
        file: file
      )
    }
    if ProxyLoginMiddleware.applies(to: destination.settings.connection.proxy) {
      surroundings.proxyLogin = ProxyLoginMiddleware()
    }
    surroundings.principal = { [options] in
      Principal(of: destination, takesTokens: authorizer != nil, file, options)
    }
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site) {
    let destination = site.destination
    for files in destination.secretFiles { plan.add(SecretFileWarning(files), at: .warnings) }
    plan.add(challenges(kept, at: site), at: .challenges)
    // Without credentials of its own, those of the request's URL, or from a store.
    let source = options.credentialStore.map { LoginMiddleware.Source.store($0) } ?? .none
    plan.add(
      site.surroundings.credentials ?? LoginMiddleware(source: source, sessions: kept.state.sessions),
      at: .credentials
    )
    plan.add(site.surroundings.proxyLogin, at: .proxy)
  }

  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    let tokens = authorizer(kept, at: site)?.tokens.kept(at: now) ?? []
    status.tokens = tokens.map { scope, end in
      ServiceStatus.Token(scope: scope.description, seconds: now.duration(to: end).inSeconds)
    }.sorted { $0.scope < $1.scope }
  }

  /// The file of a destination's token; `nil` if it has none.
  private func tokenFile(of destination: Destination) -> TokenFile? {
    if case .bearerFile(let path)? = destination.credential?.kind { TokenFile(path) } else { nil }
  }

  /// The middleware that passes the gateway's responses to its challenge handlers; `nil` if there are none.
  private func challenges(_ kept: Kept, at site: Site) -> GatewayChallengeMiddleware? {
    let handlers = options.gatewayChallengeHandlers
    guard site.destination.isAtGateway, !handlers.isEmpty, let base = site.destination.base else { return nil }
    return GatewayChallengeMiddleware(handlers: handlers, turns: site.shared(kept).turns, origin: base.origin)
  }
}

/// Decides whether a service's credentials are unchanged by a reload: everything that a token or a login depends on,
/// and nothing else.
private struct CredentialIdentity: Hashable, Sendable {
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
