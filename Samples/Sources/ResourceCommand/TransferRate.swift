// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Measures the speed of a transfer over the last seconds, so that it follows the network.
struct TransferRate {
  private static let window = Duration.seconds(5)

  private var marks: [(time: Duration, completed: Int)] = []

  /// Records the progress of a transfer.
  ///
  /// - Returns: bytes per second; `nil` if it is too early to say.
  mutating func note(_ completed: Int, at time: Duration) -> Double? {
    marks.append((time, completed))
    // Keeps the last mark before the window, so that a slow transfer has a rate too.
    while marks.count > 2, marks[1].time <= time - Self.window { marks.removeFirst() }
    let span = time - marks[0].time
    guard span >= .milliseconds(50) else { return nil }
    return Double(completed - marks[0].completed) / (span / .seconds(1))
  }
}
