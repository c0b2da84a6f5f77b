// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  public import ResourceRequestCore

  /// Sends requests with libcurl: HTTP/1.1 and HTTP/2, TLS, compression, with connections that are kept.
  ///
  /// It has a thread of its own, on which all its exchanges run, or several; asking it costs no thread and one suspension.
  /// They end with its last reference. Clients may share one, and then share its connections.
  public final class CurlTransport: Transport {
    /// The loops, or why the system gave none; then every exchange says so.
    private let loops: Result<LoopSet, any Error>

    /// It decodes what libcurl decodes, connects to endpoints, needs the threads of its loops, and counts its connections.
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
      self.init(loops: 1)
    }

    /// Starts a transport with several loops, each with a thread of its own.
    ///
    /// One loop makes tens of thousands of requests a second. More of them help where a core is busy with one, and the
    /// requests go to several origins: each origin, with one set of connection options, has one of the loops as its home,
    /// so that connections, limits and the order of requests are what they are with one.
    ///
    /// - Parameter loops: how many threads, each of which takes a part of the descriptors; 1 to 64.
    public convenience init(loops: Int) {
      self.init(SocketBudget.ofProcess, loops: loops)
    }

    init(_ budget: SocketBudget, loops count: Int = 1) {
      loops = Result { try LoopSet(count, budget) }
      // Not the loops, which end with this transport.
      let mailboxes = (try? loops.get().mailboxes) ?? []
      let gauges = try? loops.get().gauges
      capabilities = TransportCapabilities(
        acceptedEncodings: CurlLibrary.acceptedEncodings,
        connectsToEndpoints: true,
        needsCurrentThread: { mailboxes.contains { $0.isCurrentThread } },
        openConnections: { gauges?.counts },
        tlsCheck: { tls throws(TLSFault) in
          if let fault = TLSTrial()?.fault(of: tls) { throw fault }
        }
      )
    }

    /// Sends a request and takes in its response.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      switch loops {
      case .success(let loops):
        return try await loops.home(of: request).send(request, context: context)
      case .failure(let error):
        throw TransportFailure(
          code: .resourcesExhausted,
          message: "the transport could not be started: \(error)",
          phase: .queued,
          cause: error
        )
      }
    }

    /// Runs tasks on the transport's own thread, so that a request and its response change no thread; with several loops on
    /// that of the first, which is no gain for origins that are at home on another.
    ///
    /// For tasks that do little between requests: whatever they do, all exchanges wait for. Use it with
    /// `withTaskExecutorPreference(_:)` or `Task(executorPreference:)`.
    /// `nil`, which is no preference, where the transport could not be started.
    public var taskExecutor: (any TaskExecutor)? { try? loops.get().executor }
  }

  extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      mailbox.enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }
  }
#endif
