// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A caller's token provider, whose token serves all who wait for it.
///
/// It may send requests with a client; the deadline of the call whose task began it must not end them.
struct SharedTokenProvider: TokenProvider {
  let provider: any TokenProvider

  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
    try await SharedWork.run { try await provider.token(for: scope, context: context) }
  }
}
