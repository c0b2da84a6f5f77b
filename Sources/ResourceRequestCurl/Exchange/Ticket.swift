// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Synchronization

  /// One exchange, as the task that waits for it knows it: enough to cancel it.
  final class Ticket: Sendable {
    private let cancelled = Atomic<Bool>(false)

    /// The loop's side of the exchange while it is under way, `nil` afterwards; read and written on the loop's thread
    /// alone, which is what makes the unsafe word true.
    nonisolated(unsafe) var exchange: Exchange?

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func markCancelled() {
      cancelled.store(true, ordering: .releasing)
    }
  }
#endif
