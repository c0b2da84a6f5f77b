// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import Synchronization

/// Cancels a task when the process is interrupted (SIGINT), so that partial results can be reported; a second
/// interruption ends the process.
enum Interruption {
  /// Runs a task.
  ///
  /// - Parameter body: the work of the task, which an interruption cancels.
  /// - Returns: the task's value, and whether it was interrupted.
  static func watching<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isInterrupted: Bool) {
    let flag = Flag()
    let signals = CaughtSignals([SIGINT])
    let task = Task { await body() }
    let watch = Task {
      for await _ in signals.arrivals {
        flag.isSet.store(true, ordering: .relaxed)
        task.cancel()
      }
    }
    let value = await task.value
    watch.cancel()
    signal(SIGINT, SIG_DFL)
    return (value, flag.isSet.load(ordering: .relaxed))
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }
}
