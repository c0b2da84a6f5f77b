// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A bearer token with its lifetime and scope (RFC 6749 §5.1).
public struct AccessToken: Sendable, Hashable {
  /// The token.
  public let value: Secret
  /// The lifetime from the time of the request; `nil` if the issuer does not say.
  public let lifetime: Duration?
  /// The granted scope; `nil` means the requested one.
  public let scope: TokenScope?

  /// Creates a token.
  public init(_ value: Secret, lifetime: Duration? = nil, scope: TokenScope? = nil) {
    self.value = value
    self.lifetime = lifetime
    self.scope = scope
  }
}

/// The times when a token expires and when it is renewed.
///
/// Pure.
package struct TokenLifetime: Sendable, Hashable {
  /// From then on the token is not used.
  let end: ContinuousClock.Instant
  /// From then on the next use renews it in the background.
  package let renewal: ContinuousClock.Instant

  /// The maximum lifetime, also of a token without one.
  package static let longestSeconds = 86_400.0

  /// Decides, with a safety margin for clocks and latency: 30 s, or a tenth of a short lifetime.
  ///
  /// - Parameters:
  ///   - lifetime: the issuer's lifetime.
  ///   - start: the time of the request.
  /// - Returns: the times; `nil` if no lifetime is left: the token is used by its waiters and not cached.
  package static func decide(_ lifetime: Duration?, from start: ContinuousClock.Instant) -> TokenLifetime? {
    let longest = Duration.seconds(longestSeconds)
    let life = min(lifetime ?? longest, longest)
    guard life > .zero else { return nil }
    let end = start.advanced(by: life - min(.seconds(30), life / 10))
    return TokenLifetime(end: end, renewal: max(start.advanced(by: life * 3 / 4), end.advanced(by: .seconds(-300))))
  }
}

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

  /// Notes that a token was refused by the server it was sent to, or dropped by the program: the next
  /// ``token(for:context:)`` is for another one.
  ///
  /// For providers that keep tokens; by default nothing is noted.
  func refuse(_ token: AccessToken, for scope: TokenScope)
}

extension TokenProvider {
  /// Notes nothing.
  public func refuse(_ token: AccessToken, for scope: TokenScope) {}
}
