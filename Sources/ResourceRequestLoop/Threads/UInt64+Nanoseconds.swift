// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Moments of a loop, in nanoseconds of the monotonic clock; `.max` is never.
extension UInt64 {
  /// Adds a duration, saturating.
  package func advanced(by duration: Duration) -> UInt64 {
    guard duration > .zero else { return self }
    guard duration < .seconds(1 << 33) else { return .max }
    let (seconds, attoseconds) = duration.components
    return advanced(byNanoseconds: UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000)
  }

  /// Adds nanoseconds, saturating.
  package func advanced(byNanoseconds count: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(count)
    return overflow ? .max : sum
  }
}
