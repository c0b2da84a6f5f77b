// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// A histogram of durations, exact to 0.8 % from a nanosecond to minutes.
///
/// Each power of two has 128 buckets of equal width, as in an HDR histogram.
final class Latencies: Sendable {
  private static let digits = 7
  private let counts = Mutex<[Int]>([Int](repeating: 0, count: (65 - digits) << digits))

  func record(_ time: Duration) {
    let nanoseconds = max(0, time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
    let bucket = Self.bucket(of: UInt64(nanoseconds))
    counts.withLock { $0[bucket] += 1 }
  }

  /// The time, in microseconds, within which a share of the requests ended.
  func microseconds(at share: Double) -> Double {
    counts.withLock { counts in
      let total = counts.reduce(0, +)
      var rest = Int((Double(total) * share).rounded(.up))
      for (bucket, count) in counts.enumerated() where count > 0 {
        rest -= count
        if rest <= 0 { return Double(Self.upperEnd(of: bucket)) / 1000 }
      }
      return 0
    }
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 64 - digits - 1 - value.leadingZeroBitCount)
    return shift << digits + Int(value >> UInt64(shift))
  }

  private static func upperEnd(of bucket: Int) -> UInt64 {
    let shift = max(0, bucket >> digits - 1)
    return (UInt64(bucket - shift << digits) + 1) << UInt64(shift)
  }
}
