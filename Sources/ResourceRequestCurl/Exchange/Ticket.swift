// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Synchronization

  /// One exchange, as the task that waits for it knows it: enough to cancel it.
  final class Ticket: Sendable {
    private let cancelled = Atomic<Bool>(false)

    /// The loop's side of the exchange while it is in flight, `nil` afterwards; read and written on the loop's thread
    /// alone, which is what makes the unsafe word true.
    nonisolated(unsafe) var exchange: Exchange?

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    #if TSAN
      private let isHandedOver = Atomic<Bool>(false)
    #endif

    /// Says, before the task is resumed, that what the loop made is the task's from now on; ``takeOver()`` is its other end.
    ///
    /// The continuation sees to that, but where it is resumed before the task has suspended, it does so inside the
    /// runtime, where ThreadSanitizer does not see it and reports a race that is none.
    func handOver() {
      #if TSAN
        isHandedOver.store(true, ordering: .releasing)
      #endif
    }

    /// The task's side of ``handOver()``.
    func takeOver() {
      #if TSAN
        _ = isHandedOver.load(ordering: .acquiring)
      #endif
    }

    func markCancelled() {
      cancelled.store(true, ordering: .releasing)
    }
  }
#endif
