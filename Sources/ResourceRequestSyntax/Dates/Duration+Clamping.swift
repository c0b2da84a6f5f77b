// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Duration {
  /// The longest supported duration: 292 years, which every clock and unit down to nanoseconds can represent.
  package static let longest = Duration.nanoseconds(Int64.max)

  /// The duration within ±``longest``: a caller may pass any duration, and sums of the largest ones would trap.
  package var clamped: Duration { min(max(self, .zero - .longest), .longest) }
}

extension ContinuousClock.Instant {
  /// Adds any duration; the result is at most 292 years away.
  package func advanced(clamping duration: Duration) -> ContinuousClock.Instant {
    advanced(by: duration.clamped)
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = clamped.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
