// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import COpenSSL
  public import ResourceRequestCore
  import ResourceRequestLoop

  /// Sends requests over sockets of its own: HTTP/1.1 and HTTP/2, with and without TLS, over TCP and Unix-domain sockets.
  ///
  /// All its exchanges run on a thread of its own, or on several; a request costs no thread and one suspension. The
  /// threads end with its last reference. Clients may share a transport, and then share its connections.
  public final class SocketTransport: Transport {
    private let loops: LoopSet

    /// Its capabilities.
    public let capabilities: TransportCapabilities

    /// The versions of the libraries it uses, such as `OpenSSL 3.0.19, nghttp2 1.52.0`.
    public static var libraryVersions: String {
      let openSSL = OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "3"
      let nghttp2 = nghttp2_version(0)?.pointee.version_str.map { String(cString: $0) } ?? "1"
      return "OpenSSL \(openSSL), nghttp2 \(nghttp2)"
    }

    /// What it is called in the status of clients and in events.
    static let name = "sockets"

    /// How long idle connections of services are kept that a reload changed or removed.
    static let drainTime = Duration.seconds(30)

    /// Creates a transport.
    ///
    /// If the system has no thread or descriptor left for it, every exchange fails with `resourcesExhausted`.
    ///
    /// - Parameter loops: the number of threads, which share the descriptors; 1 to 64. Each origin, with one set of
    ///   connection options, has one of them as its home.
    public convenience init(loops: Int = 1) {
      self.init(SocketBudget.ofProcess, loops: loops)
    }

    init(_ budget: SocketBudget, loops count: Int = 1, drainTime: Duration = SocketTransport.drainTime) {
      loops = LoopSet(count, budget) { try LoopCore.start($0, drainTime: drainTime) }
      capabilities = loops.capabilities(
        SocketTransport.name,
        decoding: ContentDecoder.codings.joined(separator: ", "),
        listsConnections: true
      ) { tls throws(TLSFault) in
        do { _ = try TLSContext(TLSMaterial(tls, [])) } catch let fault as TLSFault { throw fault } catch {
          // Without memory nothing is known of the options.
        }
      }
    }

    /// Why it cannot send a request, decided by the request's connection alone; `nil` if it can.
    package static func refusal(of request: ResolvedRequest) -> String? {
      if request.connectionPlan?.proxy != nil { return "the sockets use no proxy" }
      return nil
    }

    /// Sends a request and receives its response.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      try await home(of: request).send(request, context: context)
    }

    /// The thread that serves a request.
    ///
    /// Never inlined: what it needs would be in the frame of every call that waits.
    @inline(never)
    private func home(of request: ResolvedRequest) throws -> TransportLoop {
      if let reason = SocketTransport.refusal(of: request) {
        throw TransportFailure(code: .unsupported, message: reason, phase: .queued)
      }
      if let refusal = request.addressRefusal { throw refusal }
      return try loops.home(of: Lane(request))
    }

    /// Runs tasks on the transport's own thread, so that a request and its response do not change threads; with several
    /// loops it is the thread of the first, which gains nothing for origins of other loops.
    ///
    /// Use it with `withTaskExecutorPreference(_:)` or `Task(executorPreference:)` for tasks that do little between
    /// requests: while they compute, all exchanges wait. `nil`, which is no preference, if the transport could not be
    /// started.
    public var taskExecutor: (any TaskExecutor)? { loops.executor }
  }
#endif
