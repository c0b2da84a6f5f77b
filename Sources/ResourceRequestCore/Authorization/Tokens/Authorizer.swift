// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One authorization server: its rules, its token provider and its state.
///
/// Shared by all pipelines that use it.
package final class Authorizer: Sendable {
  /// The only origin that its tokens are sent to.
  let origin: Origin
  let policy: AuthorizationPolicy
  let tokens: TokenCache
  let learned: LearnedScopes
  /// Introspects its tokens; `nil` if that is not configured.
  let introspector: Introspector?
  /// The registered client of its tokens, if any.
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

  /// Returns the token for a scope that the caller names.
  func token(for scope: TokenScope, context: CallContext) async throws -> TokenCache.Held {
    try await tokens.token(for: policy.key(scope), context: context)
  }
}
