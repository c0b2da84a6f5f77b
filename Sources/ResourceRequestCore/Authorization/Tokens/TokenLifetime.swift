// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The times when a token expires and when it is renewed.
///
/// Pure.
struct TokenLifetime: Sendable, Hashable {
  /// From then on the token is not used.
  let end: ContinuousClock.Instant
  /// From then on the next use renews it in the background.
  let renewal: ContinuousClock.Instant

  /// The maximum lifetime, also of a token without one.
  static let longestSeconds = 86_400.0

  /// Decides, with a safety margin for clocks and latency: 30 s, or a tenth of a short lifetime.
  ///
  /// - Parameters:
  ///   - lifetime: the issuer's lifetime.
  ///   - start: the time of the request.
  /// - Returns: the times; `nil` if no lifetime is left: the token is used by its waiters and not cached.
  static func decide(_ lifetime: Duration?, from start: ContinuousClock.Instant) -> TokenLifetime? {
    let longest = Duration.seconds(longestSeconds)
    let life = min(lifetime ?? longest, longest)
    guard life > .zero else { return nil }
    let end = start.advanced(by: life - min(.seconds(30), life / 10))
    return TokenLifetime(end: end, renewal: max(start.advanced(by: life * 3 / 4), end.advanced(by: .seconds(-300))))
  }
}
