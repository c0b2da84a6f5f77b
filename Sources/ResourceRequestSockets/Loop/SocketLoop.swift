// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// A thread with sockets, as seen by other threads.
  ///
  /// The thread ends after the last reference is released.
  final class SocketLoop: TransportLoop {
    let mailbox: Mailbox
    let connections: ConnectionGauge

    /// Starts the thread.
    ///
    /// - Throws: ``LoopFailure`` if the system provides none.
    init(_ budget: SocketBudget, drainTime: Duration) throws {
      mailbox = try Mailbox()
      let core = try LoopCore(mailbox, budget, drainTime: drainTime)
      connections = core.gauge
      let passed = Unmanaged.passRetained(core)
      let number = DetachedThread.start({ runLoop($0) }, with: passed.toOpaque())
      guard number == 0 else {
        passed.release()
        throw LoopFailure(step: "thread", number: number)
      }
    }

    deinit {
      mailbox.close()
    }

    /// Sends a request and waits for its response: one suspension.
    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let ticket = Ticket()
      var upload = Upload.start(request.body, request.trailers) { [mailbox] in mailbox.resume(ticket) }
      if let empty = upload, request.body?.length == 0, request.trailers == nil {
        try await empty.confirmEnd(context)
        upload = nil
      }
      let start = context.clock.now
      let remaining = context.deadline.map { start.duration(to: $0) }
      defer { ticket.takeOver() }
      return try await withTaskCancellationHandler {
        try await withUnsafeThrowingContinuation { continuation in
          mailbox.submit(
            Submission(
              request: request,
              context: context,
              ticket: ticket,
              upload: upload,
              continuation: continuation,
              remaining: remaining,
              resumesAtOnce: mailbox.isCurrentThread || WaitingThread.current != nil
            )
          )
        }
      } onCancel: {
        // The mark first: a cancellation may overtake the submission.
        ticket.markCancelled()
        mailbox.cancel(ticket)
      }
    }
  }

  extension SocketLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      mailbox.enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }
  }

  private func runLoop(_ core: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let core else { return nil }
    cloop_name_thread("resource-loop")
    ExitGate.enter()
    // Its connections are freed with it, within the gate.
    Unmanaged<LoopCore>.fromOpaque(core).takeRetainedValue().run()
    ExitGate.leave()
    return nil
  }
#endif
