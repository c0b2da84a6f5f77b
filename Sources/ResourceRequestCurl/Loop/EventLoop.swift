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

  /// A thread with libcurl's multi interface, as seen by other threads.
  ///
  /// The thread ends after the last reference is released.
  final class EventLoop: Sendable {
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
      var upload = feed(request.body, request.trailers, ticket)
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

    /// Starts to produce a body that is produced while it is sent, a window ahead of the connection.
    private func feed(_ body: OutgoingBody?, _ trailers: RequestTrailers?, _ ticket: Ticket) -> Upload? {
      guard let body, body.bytes == nil else { return nil }
      _ = HeapThreshold.raised
      let feeder = Lock<Task<Void, Never>?>(nil)
      let mailbox = mailbox
      let pipe = BytePipe(window: 256 << 10) {
        mailbox.resume(ticket)
      } onClose: {
        feeder.withLock { $0 }?.cancel()
      }
      let upload = Upload(pipe)
      feeder.withLock { feeder in
        feeder = Task(executorPreference: WaitingThread.current) {
          do {
            for try await chunk in try await body.chunks() { try await pipe.write(chunk) }
            if let fields = try await trailers?.fields() { upload.trailers.withLock { $0 = fields } }
            pipe.finish()
          } catch {
            pipe.finish(.failure(error))
          }
        }
      }
      return upload
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
