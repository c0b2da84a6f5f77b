// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of one set of credentials: tokens, the scopes that resources require, and accepted logins.
///
/// Separate from ``Authorizer``, which fetches tokens: a changed timeout replaces the authorizer but keeps the state.
final class AuthorizationState: Sendable {
  let tokens = Lock(TokenCache.State())
  let learned = LearnedScopes()
  /// The last logins that its servers accepted.
  let sessions = LoginSessions()
}
