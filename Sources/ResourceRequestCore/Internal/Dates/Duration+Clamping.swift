// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Duration {
  /// The longest time anybody means: 292 years, which every clock and every unit down to nanoseconds can count.
  package static let longest = Duration.nanoseconds(Int64.max)

  /// The same, or the longest time in its direction: a duration a caller names may be any, and sums of the largest ones
  /// end the process.
  package var clamped: Duration { min(max(self, .zero - .longest), .longest) }
}

extension ContinuousClock.Instant {
  /// The moment that is a duration later, which may be any; at most 292 years away.
  package func advanced(clamping duration: Duration) -> ContinuousClock.Instant {
    advanced(by: duration.clamped)
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = clamped.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
