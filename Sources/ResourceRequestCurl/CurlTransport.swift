// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  public import ResourceRequestCore

  /// Sends requests with libcurl: HTTP/1.1 and HTTP/2, TLS, compression, with connections that are kept.
  ///
  /// It has a thread of its own, on which all its exchanges run; asking it costs no thread and one suspension. It ends
  /// with its last reference. Clients may share one, and then share its connections.
  public final class CurlTransport: Transport {
    private let loop: EventLoop

    /// Starts a transport.
    ///
    /// - Throws: ``ResourceError`` with the code `resourcesExhausted` where the system has no thread or descriptor left.
    public init() throws {
      do {
        loop = try EventLoop()
      } catch {
        throw ResourceError(
          code: .resourcesExhausted, message: "the transport could not be started: \(error)", isRetryable: true,
          cause: error)
      }
    }

    /// Sends a request and takes in its answer.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: RequestContext) async throws -> TransportResponse {
      try await loop.send(request, context: context)
    }

    /// The codings this libcurl decodes.
    public var acceptedEncodings: String? { CurlLibrary.acceptedEncodings }

    /// Whether the calling thread is the loop's.
    public var needsCurrentThread: Bool { loop.mailbox.isCurrentThread }

    /// Runs tasks on the transport's own thread, so that a request and its answer change no thread.
    ///
    /// For tasks that do little between requests: whatever they do, all exchanges wait for. Use it with
    /// `withTaskExecutorPreference(_:)` or `Task(executorPreference:)`.
    public var taskExecutor: any TaskExecutor { loop }
  }

  extension EventLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      mailbox.enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
    }
  }
#endif
