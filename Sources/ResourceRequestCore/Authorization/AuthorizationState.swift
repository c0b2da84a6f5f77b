// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is learned with one set of credentials: tokens, the scopes that resources asked for, logins that servers accepted.
///
/// Apart from ``Authorizer``, which says how tokens are fetched: another timeout fetches them otherwise, and they stay what
/// they are.
final class AuthorizationState: Sendable {
  let tokens = Lock(TokenCache.State())
  let learned = LearnedScopes()
  /// What its servers accepted last.
  let sessions = LoginSessions()
}
