// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  public import ResourceRequestCore

  /// Sends requests with libcurl: HTTP/1.1 and HTTP/2, TLS, compression, with connections that are kept.
  ///
  /// It has a thread of its own, on which all its exchanges run; asking it costs no thread and one suspension. It ends
  /// with its last reference. Clients may share one, and then share its connections.
  public final class CurlTransport: Transport {
    /// The loop, or why the system gave none; then every exchange says so.
    private let loop: Result<EventLoop, any Error>

    /// It decodes what libcurl decodes, connects to endpoints, and needs the thread of its loop.
    ///
    /// Options of TLS are tried over a connection to this process itself, as an exchange would load them: a file libcurl
    /// cannot use, a key that is another certificate's, a wrong password.
    public let capabilities: TransportCapabilities

    /// Starts a transport.
    ///
    /// Where the system has no thread or descriptor left for it, every exchange fails with `resourcesExhausted`.
    ///
    /// It takes no more sockets than leave some of the process's descriptors free for others; requests wait for one
    /// rather than fail.
    public convenience init() {
      self.init(SocketBudget.ofProcess)
    }

    init(_ budget: SocketBudget) {
      loop = Result { try EventLoop(budget) }
      let mailbox = try? loop.get().mailbox
      capabilities = TransportCapabilities(
        acceptedEncodings: CurlLibrary.acceptedEncodings,
        connectsToEndpoints: true,
        needsCurrentThread: { mailbox?.isCurrentThread ?? false },
        tlsCheck: { tls throws(TLSFault) in
          if let fault = TLSTrial()?.fault(of: tls) { throw fault }
        }
      )
    }

    /// Sends a request and takes in its response.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      switch loop {
      case .success(let loop):
        return try await loop.send(request, context: context)
      case .failure(let error):
        throw TransportFailure(
          code: .resourcesExhausted,
          message: "the transport could not be started: \(error)",
          phase: .queued,
          cause: error
        )
      }
    }

    /// Runs tasks on the transport's own thread, so that a request and its response change no thread.
    ///
    /// For tasks that do little between requests: whatever they do, all exchanges wait for. Use it with
    /// `withTaskExecutorPreference(_:)` or `Task(executorPreference:)`.
    /// `nil`, which is no preference, where the transport could not be started.
    public var taskExecutor: (any TaskExecutor)? { try? loop.get() }
  }

  extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      mailbox.enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }
  }
#endif
