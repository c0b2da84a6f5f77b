// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  public import ResourceRequestCore
  import ResourceRequestLoop

  /// Sends requests with libcurl: HTTP/1.1 and HTTP/2, TLS, compression, connection reuse.
  ///
  /// All its exchanges run on a thread of its own, or on several; a request costs no thread and one suspension. The
  /// threads end with its last reference. Clients may share a transport, and then share its connections.
  public final class CurlTransport: Transport {
    private let loops: LoopSet

    /// Its capabilities: it decodes gzip, deflate, and br and zstd if the system has their libraries, supports
    /// endpoints, needs the threads of its loops, and counts its connections.
    ///
    /// It checks TLS options by a connection to this process, which loads them as an exchange would: an unusable file,
    /// a key that does not match its certificate, a wrong password.
    public let capabilities: TransportCapabilities

    /// What it is called in the status of clients and in events.
    static let name = "libcurl"

    /// Creates a transport with some loops, each with a thread of its own.
    ///
    /// If the system has no thread or descriptor left for it, every exchange fails with `resourcesExhausted`; if it has no
    /// libcurl, with `unsupported`. It leaves some of the process's descriptors free for others; requests wait for a socket
    /// rather than fail.
    ///
    /// One loop makes tens of thousands of requests a second. More loops help if one of them keeps a core busy and the
    /// requests go to several origins: each origin, with one set of connection options, has one of the loops as its
    /// home, so that connections, limits and the order of requests are the same as with one loop.
    ///
    /// - Parameter loops: the number of threads, which share the descriptors; 1 to 64.
    public convenience init(loops: Int = 1) {
      self.init(SocketBudget.ofProcess, loops: loops)
    }

    /// Creates the transport of what the sockets do not speak: beside their three quarters of the descriptors it takes an eighth.
    package static func besideSockets() -> CurlTransport { CurlTransport(SocketBudget.ofProcess.divided(by: 6)) }

    /// How long idle connections of services are kept that a reload changed or removed.
    static let drainTime = Duration.seconds(30)

    init(_ budget: SocketBudget, loops count: Int = 1, drainTime: Duration = CurlTransport.drainTime) {
      loops = LoopSet(count, budget) { try LoopCore.start($0, drainTime: drainTime) }
      capabilities = loops.capabilities(
        CurlTransport.name,
        decoding: CurlLibrary.acceptedEncodings,
        listsConnections: false
      ) { tls throws(TLSFault) in
        if let fault = TLSTrial()?.fault(of: tls) { throw fault }
      }
    }

    /// Sends a request and receives its response.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      if let refusal = request.addressRefusal { throw refusal }
      return try await loops.home(of: Lane(request)).send(request, context: context)
    }

    /// Runs tasks on the transport's own thread, so that a request and its response do not change threads; with several
    /// loops it is the thread of the first, which gains nothing for origins of other loops.
    ///
    /// Use it with `withTaskExecutorPreference(_:)` or `Task(executorPreference:)` for tasks that do little between
    /// requests: while they compute, all exchanges wait. `nil`, which is no preference, if the transport could not be
    /// started.
    public var taskExecutor: (any TaskExecutor)? { loops.executor }
  }

  extension CurlTransport {
    /// The versions of libcurl and of the libraries it uses, such as `libcurl/8.5.0 OpenSSL/3.0.13 zlib/1.3`.
    public static var libraryVersions: String {
      CurlLibrary.isThere ? ccurl_version().map { String(cString: $0) } ?? "libcurl" : "no libcurl"
    }

    /// Whether this libcurl speaks HTTP/2.
    public static var supportsHTTP2: Bool { CurlLibrary.isThere && ccurl_has_feature(CURL_VERSION_HTTP2) != 0 }

    /// The content codings that are decoded, in the order in which they are requested: gzip, deflate, and br and zstd if
    /// the system has libbrotlidec and libzstd.
    public static var contentCodings: [String] { ContentDecoder.codings }
  }

  extension CurlTransport: CustomReflectable {
    /// Empty: the loop contains the requests in flight, with their secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
  }
#endif
