// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import CBareLoop
import Foundation

/// Measures the cost of waking a thread on this machine: two threads wake each other over eventfd, there and back.
enum WakeUpMeasure {
  static func run(_ arguments: Arguments) throws -> Report {
    let (there, back) = (bare_eventfd(), bare_eventfd())
    guard there >= 0, back >= 0 else { throw Arguments.Fault("there is no eventfd to be had") }
    let other = Thread {
      // A large number signals the end.
      while WakeUpMeasure.wait(there) < 1 << 32 { WakeUpMeasure.signal(back, 1) }
    }
    other.start()
    let report = Repetition.measure(try arguments.number("iterations", or: 20_000)) {
      signal(there, 1)
      _ = wait(back)
    }
    signal(there, 1 << 32)
    return report
  }

  private static func signal(_ descriptor: Int32, _ count: UInt64) {
    var count = count
    _ = write(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  private static func wait(_ descriptor: Int32) -> UInt64 {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    return count
  }
}
