// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fetches access tokens.
///
/// The SDK has providers for the client credentials grant and for a gateway's registered clients. Implement your own
/// for anything else and set it in ``AuthorizationOptions``. A provider only fetches: the SDK caches tokens, fetches
/// each once for all waiting requests, and renews them before they expire.
public protocol TokenProvider: Sendable {
  /// Fetches a new token.
  ///
  /// The task is cancelled when no request waits for the token any more.
  ///
  /// - Parameters:
  ///   - scope: the required scope.
  ///   - context: clock and randomness.
  /// - Returns: the token, which is sent to its service only.
  /// - Throws: ``TokenError``, ``TransportFailure`` or any other error: every request that waits for the token fails
  ///   with it, once.
  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken
}
