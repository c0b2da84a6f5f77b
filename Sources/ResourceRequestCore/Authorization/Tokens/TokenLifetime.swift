// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long a token is used, and from when on it is renewed.
///
/// Pure.
struct TokenLifetime: Sendable, Hashable {
  /// From then on it is not used.
  let end: ContinuousClock.Instant
  /// From then on whoever uses it has it renewed in the background.
  let renewal: ContinuousClock.Instant

  /// The longest a token is kept, whatever is said of it; also for one of which nothing is said.
  static let longestSeconds = 86_400.0

  /// A safety margin is taken off, since the server's clock counts from its own moment and a request takes its time:
  /// 30 s, or a tenth of a short life.
  ///
  /// - Parameters:
  ///   - lifetime: what the issuer says.
  ///   - start: when the token was asked for.
  /// - Returns: `nil` where it has no time to live: it is used by those who waited for it and not kept.
  static func decide(_ lifetime: Duration?, from start: ContinuousClock.Instant) -> TokenLifetime? {
    let longest = Duration.seconds(longestSeconds)
    let life = min(lifetime ?? longest, longest)
    guard life > .zero else { return nil }
    let end = start.advanced(by: life - min(.seconds(30), life / 10))
    return TokenLifetime(end: end, renewal: max(start.advanced(by: life * 3 / 4), end.advanced(by: .seconds(-300))))
  }
}
