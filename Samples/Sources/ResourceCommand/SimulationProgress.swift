// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Says how far a simulation is, if it takes longer than two seconds.
///
/// Pure: the time since the simulations began is passed in.
struct SimulationProgress {
  /// The configuration, as it is named.
  let name: String
  /// How much is simulated with each seed.
  let duration: Duration
  let seeds: Int
  /// Whether lines replace one another, and may come often.
  let isRewritten: Bool
  var lastTold: Duration?

  /// Whether a line was shown.
  var hasTold: Bool { lastTold != nil }

  /// The line for a moment; `nil` if it is too early for one.
  mutating func line(seed: Int, reached: Duration, after time: Duration) -> String? {
    let wait: Duration = isRewritten ? .milliseconds(200) : .seconds(10)
    guard time >= lastTold.map({ $0 + wait }) ?? .seconds(2) else { return nil }
    lastTold = time
    let which = seeds > 1 ? ", seed \(seed) of \(seeds)" : ""
    // The last calls end after the load does.
    let seconds = min(reached, duration).components.seconds
    return "simulating \(name)\(which): \(seconds) of \(duration.components.seconds) s"
  }
}

extension SimulationProgress {
  /// Runs simulations, and shows on stderr how far they are.
  static func showing<Value>(
    _ name: String,
    _ duration: Duration,
    seeds: Int,
    _ run: ((_ seed: Int, _ reached: Duration) -> Void) throws -> Value
  ) rethrows -> Value {
    let console = Console.standardError
    var progress = SimulationProgress(
      name: console.shown(name),
      duration: duration,
      seeds: seeds,
      isRewritten: console.isTerminal
    )
    defer { if progress.hasTold, progress.isRewritten { console.rewriteLine("") } }
    let start = ContinuousClock.now
    return try run { seed, reached in
      guard let line = progress.line(seed: seed, reached: reached, after: start.duration(to: .now)) else { return }
      if progress.isRewritten {
        console.rewriteLine(String(line.prefix(max(0, console.width - 1))))
      } else {
        console.write(line)
      }
    }
  }
}
