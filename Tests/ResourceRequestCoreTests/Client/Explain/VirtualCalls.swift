// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

@testable import ResourceRequestSimulation

/// Calls in virtual time, on one thread: what they do is the same each time, however busy the machine is.
final class VirtualCalls: Sendable {
  private let thread = VirtualThread()
  private let time = VirtualTime()
  let clock: VirtualClock

  init() { clock = VirtualClock(time, thread) }

  /// Runs work on the thread until all of it has ended.
  ///
  /// - Parameter work: the work, each part in a task of its own.
  /// - Returns: whether it has ended; what waits for something else than a moment never does.
  func run(_ work: [@Sendable () async -> Void]) -> Bool {
    let left = Lock(work.count)
    thread.adopt()
    for part in work {
      Task(executorPreference: thread) { [thread] in
        await WaitingThread.$current.withValue(thread) { await part() }
        left.withLock { $0 -= 1 }
      }
    }
    repeat { thread.runJobs() } while left.withLock { $0 > 0 } && time.advance()
    clock.end()
    thread.runJobs(limit: 1_000_000)
    time.clear()
    return left.withLock { $0 == 0 } && thread.strays.isEmpty
  }
}
