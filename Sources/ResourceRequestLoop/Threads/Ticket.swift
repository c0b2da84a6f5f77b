// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// One exchange, as the task that waits for it knows it: enough to cancel it.
package final class Ticket: Sendable {
  private let cancelled = Atomic<Bool>(false)

  /// The loop's side of the exchange while it is in flight, `nil` afterwards.
  ///
  /// Only who has the loop's state reads and writes it, which proves the unsafe annotation.
  package nonisolated(unsafe) var exchange: AnyObject?

  package init() {}

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  #if TSAN
    private let isHandedOver = Atomic<Bool>(false)
  #endif

  /// Transfers what the loop made to the task before it is resumed; ``takeOver()`` is the other end.
  ///
  /// The continuation ensures this. But if it is resumed before the task has suspended, it does so inside the
  /// runtime, where ThreadSanitizer does not see it and reports a false race.
  package func handOver() {
    #if TSAN
      isHandedOver.store(true, ordering: .releasing)
    #endif
  }

  /// The task's side of ``handOver()``.
  package func takeOver() {
    #if TSAN
      _ = isHandedOver.load(ordering: .acquiring)
    #endif
  }

  package func markCancelled() {
    cancelled.store(true, ordering: .releasing)
  }
}
