// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Shares the tokens of a configured credential with other instances that use it, so that one of them fetches.
///
/// A ``ServiceFeature`` provides one. A store must not fail a request that a fetch of its own would serve: if it cannot
/// answer, it fetches.
public protocol TokenStore: Sendable {
  /// Returns a token that another instance has fetched, or fetches one and shares it.
  ///
  /// - Parameters:
  ///   - name: a digest that identifies the token endpoint, the client, its secret and the scope.
  ///   - refused: a token that its server has refused, which is not returned again; `nil` if there is none.
  ///   - context: clock, randomness and observers; a token serves all calls that wait, so it has no deadline.
  ///   - fetch: fetches a new token.
  /// - Returns: the token, with the lifetime that it has left.
  /// - Throws: the error of `fetch`, or `CancellationError`.
  func token(
    _ name: String,
    insteadOf refused: AccessToken?,
    context: CallContext,
    fetch: @Sendable () async throws -> AccessToken
  ) async throws -> AccessToken
}

/// The tokens of a configured credential, by a store.
final class StoredTokens: TokenProvider {
  private let grant: ClientCredentialsGrant
  private let store: any TokenStore
  private let refused = Lock<[TokenScope: AccessToken]>([:])

  init(_ grant: ClientCredentialsGrant, in store: any TokenStore) {
    self.grant = grant
    self.store = store
  }

  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
    let refused = refused.withLock { $0[scope] }
    let token = try await store.token(grant.name(of: scope), insteadOf: refused, context: context) { [grant] in
      try await grant.token(for: scope, context: context)
    }
    self.refused.withLock { if $0[scope] == refused { $0[scope] = nil } }
    return token
  }

  func refuse(_ token: AccessToken, for scope: TokenScope) {
    // As many as the cache has scopes; without one of them a refused token is used once more.
    refused.withLock { $0 = $0.count < 256 ? $0.merging([scope: token]) { $1 } : [scope: token] }
  }
}
