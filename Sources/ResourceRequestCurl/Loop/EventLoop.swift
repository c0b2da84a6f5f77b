// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  import ResourceRequestCore
  import ResourceRequestLoop

  /// A thread with libcurl's multi interface, as seen by other threads.
  ///
  /// The thread ends after the last reference is released.
  final class EventLoop: TransportLoop {
    let mailbox: Mailbox
    let connections: ConnectionGauge

    /// Starts the thread.
    ///
    /// - Throws: ``LoopFailure`` if the system provides none.
    init(_ budget: SocketBudget, drainTime: Duration) throws {
      CurlLibrary.initialize()
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
      if let empty = upload, request.body?.length == 0 {
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

  private func runLoop(_ core: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let core else { return nil }
    // A connection may break during a write; the error reports it, and no signal must end the process.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    #if os(Linux)
      ccurl_name_thread("resource-curl")
    #endif
    Unmanaged<LoopCore>.fromOpaque(core).takeRetainedValue().run()
    return nil
  }
#endif
