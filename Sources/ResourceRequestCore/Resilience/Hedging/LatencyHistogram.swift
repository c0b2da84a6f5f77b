// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A histogram of response times in steps of an eighth of a doubling, from 16 µs to 19 hours; it decays by halving.
///
/// Pure.
struct LatencyHistogram: Sendable, Hashable {
  private static let steps = 256
  private static let first = 14
  /// After this many observations all counts are halved, so that recent ones weigh most.
  private static let memory: Float = 4000

  private var counts = Array(repeating: Float(0), count: LatencyHistogram.steps)
  private(set) var total: Float = 0

  mutating func note(_ duration: Duration) {
    counts[LatencyHistogram.step(duration)] += 1
    total += 1
    guard total >= LatencyHistogram.memory else { return }
    total = 0
    for index in counts.indices {
      counts[index] /= 2
      total += counts[index]
    }
  }

  /// A quantile of response times; `nil` while there are too few.
  func quantile(_ share: Double) -> Duration? {
    guard total >= 20 else { return nil }
    // A program may name any number for a share.
    var left = Float(min(max(0, share), 1)) * total
    for (step, count) in counts.enumerated() where count > 0 {
      if left <= count {
        let (lower, upper) = (LatencyHistogram.edge(step), LatencyHistogram.edge(step + 1))
        return .nanoseconds(Int64(lower + (upper - lower) * Double(left / count)))
      }
      left -= count
    }
    return counts.lastIndex { $0 > 0 }.map { .nanoseconds(Int64(LatencyHistogram.edge($0 + 1))) }
  }

  /// The histogram step of a time.
  private static func step(_ duration: Duration) -> Int {
    let nanoseconds = UInt64(max(Double(1 << first), min(duration, .seconds(1 << 16)).inSeconds * 1e9))
    let doubling = 63 - nanoseconds.leadingZeroBitCount
    let eighth = Int(nanoseconds >> (doubling - 3)) & 7
    return min(steps - 1, max(0, (doubling - first) * 8 + eighth))
  }

  private static func edge(_ step: Int) -> Double {
    Double((8 + step % 8) << (first - 3 + step / 8))
  }
}
