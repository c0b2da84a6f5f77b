// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How fast a transfer is: by what came in the last seconds, so that it follows what the network does.
struct TransferRate {
  private static let window = Duration.seconds(5)

  private var marks: [(time: Duration, completed: Int)] = []

  /// Takes note of how far a transfer is.
  ///
  /// - Returns: bytes in a second; `nil` where too little is known to say.
  mutating func note(_ completed: Int, at time: Duration) -> Double? {
    marks.append((time, completed))
    // The last one before the window stays, so that a slow transfer has a rate too.
    while marks.count > 2, marks[1].time <= time - Self.window { marks.removeFirst() }
    let span = time - marks[0].time
    guard span >= .milliseconds(50) else { return nil }
    return Double(completed - marks[0].completed) / (span / .seconds(1))
  }
}
