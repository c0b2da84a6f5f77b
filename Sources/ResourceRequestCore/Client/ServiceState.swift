// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is learned while a service is called, and outlives a change of the configuration that leaves the service as it is:
/// how its endpoints do, what its retries may cost, what is stored; and what is learned with its credentials, which
/// outlives every change that leaves these as they are.
///
/// The only place where such state is made.
final class ServiceState: Sendable {
  /// What its credentials brought.
  let authorization: AuthorizationState
  /// Who fetches its tokens; `nil` where it takes none.
  let authorizer: Authorizer?
  /// Whose turn it is to log in.
  let turns = Turns()

  /// What is stored of its answers; `nil` where nothing is.
  let cache: ServiceCache?
  /// What its policies know.
  let resilience: ResilienceState
  /// How its attempts ended.
  let ledger = AttemptLedger()
  /// Work for its endpoints beside its calls; `nil` where there is none.
  let upkeep: EndpointUpkeep?

  /// State of a service that is new, or not what it was.
  ///
  /// - Parameters:
  ///   - authorization: what its credentials brought where they are still what they were; else `nil`.
  ///   - authorizer: makes who fetches its tokens.
  ///   - resilience: what its policies know.
  ///   - upkeep: makes the work for its endpoints.
  ///   - cache: what is stored.
  init(
    keeping authorization: AuthorizationState?,
    authorizer: (AuthorizationState) -> Authorizer?,
    _ resilience: ResilienceState,
    upkeep: (ResilienceState, Authorizer?, AuthorizationState) -> EndpointUpkeep? = { _, _, _ in nil },
    cache: ServiceCache? = nil
  ) {
    let authorization = authorization ?? AuthorizationState()
    self.authorization = authorization
    let authorizer = authorizer(authorization)
    self.authorizer = authorizer
    self.cache = cache
    self.resilience = resilience
    self.upkeep = upkeep(resilience, authorizer, authorization)
  }
}
