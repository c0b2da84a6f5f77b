// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where access tokens come from.
///
/// The SDK has one for the client credentials grant and one for a gateway's registered clients. Implement your own for
/// anything else, and name it in ``AuthorizationOptions``. A provider fetches; keeping tokens, fetching each of them once
/// however many requests wait for it, and renewing them ahead of their end is done around it.
public protocol TokenProvider: Sendable {
  /// Fetches a new token.
  ///
  /// The task is cancelled when nobody waits for the token any more.
  ///
  /// - Parameters:
  ///   - scope: what it must be good for.
  ///   - context: clock and randomness.
  /// - Returns: the token, which is sent to the service it is for and to no other.
  /// - Throws: ``TokenError``, ``TransportFailure`` or any other error: every request that waits for the token fails
  ///   with it, once.
  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken
}
