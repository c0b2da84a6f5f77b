// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Moments of a loop, in nanoseconds of a monotonic clock; `.max` is never.
extension UInt64 {
  /// The moment it is; on Linux the clock goes on while the machine sleeps.
  package static func moment() -> UInt64 {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The milliseconds until a later moment, rounded up so that it is past then; -1 until never, as `epoll_wait` has it.
  package func milliseconds(until moment: UInt64) -> Int32 {
    guard moment < .max else { return -1 }
    return moment > self ? Int32(clamping: (moment - self + 999_999) / 1_000_000) : 0
  }

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
