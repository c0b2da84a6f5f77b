// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One authorizing server: its rules, how its tokens are fetched, and what is known of it.
///
/// Shared by every pipeline that leads to it.
package final class Authorizer: Sendable {
  /// Where its tokens are sent, and nowhere else.
  let origin: Origin
  let policy: AuthorizationPolicy
  let tokens: TokenCache
  let learned: LearnedScopes
  /// Who knows of its tokens; `nil` where nobody can be asked.
  let introspector: Introspector?
  /// The registered client its tokens are for, where they are for one.
  let registered: RegisteredClientGrant?

  init(
    origin: Origin,
    policy: AuthorizationPolicy,
    provider: any TokenProvider,
    state: AuthorizationState = AuthorizationState(),
    introspector: (TokenCache) -> Introspector? = { _ in nil }
  ) {
    self.origin = origin
    self.policy = policy
    tokens = TokenCache(provider: provider, state: state.tokens)
    learned = state.learned
    registered = provider as? RegisteredClientGrant
    self.introspector = introspector(tokens)
  }

  /// The token for a scope the caller names.
  func token(for scope: TokenScope, context: CallContext) async throws -> TokenCache.Held {
    try await tokens.token(for: policy.key(scope), context: context)
  }
}
