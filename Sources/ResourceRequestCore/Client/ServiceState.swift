// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is learned while a service is called, and outlives a change of the configuration that leaves the service as it is:
/// tokens, learned scopes, logins, how its endpoints do, what its retries may cost.
///
/// The only place where such state is made.
final class ServiceState: Sendable {
  /// Its tokens; `nil` where it takes none.
  let authorizer: Authorizer?
  /// What its servers accepted last.
  let sessions = LoginSessions()
  /// Whose turn it is to log in.
  let turns = Turns()

  /// What is stored of its answers; `nil` where nothing is.
  let cache: ServiceCache?
  /// What its policies know.
  let resilience: ResilienceState

  init(authorizer: Authorizer?, _ plan: ResiliencePlan, seed: UInt64, cache: ServiceCache? = nil) {
    self.authorizer = authorizer
    self.cache = cache
    resilience = ResilienceState(plan, seed: seed)
  }
}
