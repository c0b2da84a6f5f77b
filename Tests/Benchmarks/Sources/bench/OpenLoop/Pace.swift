// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Calls a closure at a fixed rate, on a thread that sleeps between calls.
///
/// The only place in the tests that sleeps: a rate needs the clock, while any other wait is for an event.
enum Pace {
  static func run(_ rate: Int, count: Int, _ body: (_ due: ContinuousClock.Instant) -> Void) {
    // The kernel adds up to 50 µs to each sleep unless the thread sets its timer slack.
    try? "1".write(toFile: "/proc/thread-self/timerslack_ns", atomically: false, encoding: .utf8)
    let start = ContinuousClock.now
    for number in 0..<count {
      let due = start.advanced(by: .nanoseconds(number * 1_000_000_000 / rate))
      let rest = ContinuousClock.now.duration(to: due)
      if rest > .zero { block(for: rest) }
      body(due)
    }
  }

  /// Ticks at a rate per second, until the stream is no longer read.
  static func ticks(_ rate: Int) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      Thread.detachNewThread {
        while true {
          block(for: .nanoseconds(1_000_000_000 / rate))
          if case .terminated = continuation.yield() { return }
        }
      }
    }
  }

  /// Blocks the thread.
  static func block(for time: Duration) {
    var time = timespec(
      tv_sec: Int(time.components.seconds),
      tv_nsec: Int(time.components.attoseconds / 1_000_000_000)
    )
    nanosleep(&time, nil)
  }
}
