// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// One of libcurl's easy handles, for one exchange.
  ///
  /// A handle is used once: libcurl 7.88 keeps what belonged to the transfer before, and delivers bytes of other responses
  /// or writes into freed memory (Docs/Decisions/0026). So it is made for an exchange and freed with it, and gets only the
  /// options that differ from libcurl's defaults. What is costly to make and is not libcurl's is reused: ``HandleScratch``.
  final class EasyHandle {
    let curl: UnsafeMutableRawPointer
    // The loop releases its handles before itself, and outlives every exchange with a handle.
    unowned(unsafe) let loop: LoopCore
    /// The reusable memory, which returns to the loop with the end of the exchange.
    let scratch: HandleScratch
    var exchange: Exchange?
    /// Whether libcurl has a copy of the body.
    private(set) var sendsCopy = false
    /// The destinations of connections that lead elsewhere than the URL.
    let connectTo = TextList()
    /// The addresses of names that libcurl does not look up.
    let knownNames = TextList()
    var isRedirected = false
    var appliedProxy: Proxy?
    /// Whether the request uses a tunnel of the proxy.
    var appliedTunnel = false
    /// The proxy whose kept tunnels it may use, which no other login does meanwhile.
    var heldTunnels: String?
    var isForOnce = false
    var forbidsReuse = false
    /// Whether HTTP/2 is among the versions that are allowed.
    var maySpeakHTTP2 = false
    /// Whether libcurl calls the debug callback.
    var traces = false
    /// Whether the SDK counts announced lengths instead of libcurl.
    var countsLength = false

    /// Creates a handle for an exchange; `nil` if there is no memory.
    init?(_ exchange: Exchange, loop: LoopCore, _ scratch: HandleScratch) {
      guard let curl = ccurl_easy_init() else { return nil }
      self.curl = curl
      self.loop = loop
      self.scratch = scratch
      self.exchange = exchange
      let owner = Unmanaged.passUnretained(self).toOpaque()
      ccurl_set_constants(curl, scratch.begin(), loop.share)
      ccurl_set_callbacks(
        curl,
        owner,
        EasyHandle.write,
        EasyHandle.header,
        EasyHandle.read,
        EasyHandle.seek,
        EasyHandle.ready,
        EasyHandle.resolve,
        EasyHandle.open,
        EasyHandle.close,
        Unmanaged.passUnretained(loop).toOpaque()
      )
      prepare(exchange)
    }

    deinit {
      ccurl_easy_cleanup(curl)
      if let heldTunnels { loop.letGoOfTunnels(through: heldTunnels) }
    }

    /// Reads the heads of responses.
    var head: HeadReader { scratch.head }

    /// libcurl's message of the last failure; empty if there is none.
    var explanation: String { scratch.explanation }

    private func prepare(_ exchange: Exchange) {
      let request = exchange.request
      let options = exchange.options
      apply(options, within: exchange.names.found.isEmpty ? nil : exchange.names.left)
      setReceiveBuffer(isStream: options.streamWindow != nil)
      let address = address(of: request, exchange.plan, knowing: exchange.names.found)
      let isSecure = request.url.origin.isSecure
      if request.trailers != nil {
        ccurl_set_trailers(curl, EasyHandle.trailers, Unmanaged.passUnretained(self).toOpaque())
      }
      // libcurl sends trailers over HTTP/1.1 only.
      allow(
        request.trailers == nil ? options.httpVersion : .http1_1,
        isSecure: isSecure,
        isTunnel: isSecure && appliedProxy != nil
      )
      useOnce(
        options.httpVersion == .http2PriorKnowledge && !CurlLibrary.reusesPriorKnowledge
          || !ownsTunnels(),
        orNew: options.wantsNewConnection
      )
      scratch.url.set(address.url, on: curl)
      scratch.lines.write(request, options, host: address.host)
      scratch.lines.withList { _ = ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, $0) }
      setMethod(request.method, hasBody: request.body != nil)
      if let body = request.body { setBody(body, asksFirst: options.expectContinue != nil) }
    }

    /// Applies options, with the rest of the connect timeout if the names were looked up before.
    private func apply(_ options: ExchangeOptions, within left: UInt64?) {
      let connection = options.sharedConnection?.value
      let tls = connection?.tls ?? (CurlLibrary.areAuthoritiesNamed ? TLSOptions() : nil)
      if let tls { EasyHandle.apply(tls, to: curl) }
      if left == nil, let time = connection?.nameCacheTime {
        set(CURLOPT_DNS_CACHE_TIMEOUT, EasyHandle.wholeSeconds(time))
      }
      // libcurl's idle limit must not be shorter than the SDK's.
      if let time = connection?.idleTime, EasyHandle.ageLimit(time) > EasyHandle.standardAge {
        set(CURLOPT_MAXAGE_CONN, EasyHandle.ageLimit(time))
      }
      if let wait = options.expectContinue {
        set(CURLOPT_EXPECT_100_TIMEOUT_MS, EasyHandle.milliseconds(wait.length))
      }
      let rest = left.map { Int(max(1, min($0 / 1_000_000, UInt64(Int32.max)))) }
      set(CURLOPT_CONNECTTIMEOUT_MS, rest ?? EasyHandle.milliseconds(options.connectTimeout.length))
    }

    /// Sets the allowed HTTP versions.
    private func allow(_ policy: HTTPVersionPolicy, isSecure: Bool, isTunnel: Bool) {
      // Wait for a connection in progress that may be multiplexed, instead of opening one for each request.
      var waits = false
      maySpeakHTTP2 = policy == .http2PriorKnowledge
      switch policy {
      case .negotiated:
        waits = isSecure && (!isTunnel || CurlLibrary.sharesTunnels)
        maySpeakHTTP2 = waits
        set(CURLOPT_HTTP_VERSION, Int(waits ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
      case .http1_1:
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      case .http2PriorKnowledge:
        waits = CurlLibrary.reusesPriorKnowledge
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
      }
      if waits { set(CURLOPT_PIPEWAIT, 1) }
    }

    /// Sets whether to use a new connection exclusively, or at least a new one.
    private func useOnce(_ once: Bool, orNew: Bool) {
      isForOnce = once
      forbidReuse(false)
      if once || orNew { set(CURLOPT_FRESH_CONNECT, 1) }
    }

    /// Sets a large receive buffer for large responses, to save system calls.
    ///
    /// libcurl allocates the buffer at the start of the exchange, so the size of the response is guessed: a stream is
    /// long, and a large response is likely to be followed by another. Others do not justify the memory.
    private func setReceiveBuffer(isStream: Bool) {
      if isStream || scratch.hasHadLargeAnswer { set(CURLOPT_BUFFERSIZE, BlockPool.blockSize) }
    }

    /// Sets the size of the upload buffer, which lives as long as the exchange: a large one for large bodies, to save
    /// system calls.
    private func setUploadBuffer(for length: Int?) {
      guard let length else { return }
      if length > 1 << 20 { set(CURLOPT_UPLOAD_BUFFERSIZE, 512 << 10) }
      if length <= EasyHandle.copied { set(CURLOPT_UPLOAD_BUFFERSIZE, EasyHandle.copied) }
    }

    private func setMethod(_ method: RequestMethod, hasBody: Bool) {
      if hasBody || method.announcesContent {
        set(CURLOPT_POST, 1)
        ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, method.name)
        if !hasBody { setNothing() }
      } else if method == .head {
        set(CURLOPT_NOBODY, 1)
      } else if method != .get {
        ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, method.name)
      }
    }

    private func setBody(_ body: OutgoingBody, asksFirst: Bool) {
      setUploadBuffer(for: body.length)
      if body.length == 0 { return setNothing() }
      ccurl_set_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.length ?? -1))
      guard let bytes = body.bytes, bytes.count <= EasyHandle.copied, !asksFirst else { return }
      // It is sent with the head in one system call.
      sendsCopy = true
      bytes.withUnsafeBytes { _ = ccurl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
    }

    private func setNothing() {
      ccurl_set_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, 0)
      ccurl_set_pointer(curl, CURLOPT_POSTFIELDS, ccurl_nothing())
    }

    /// The maximum size of bodies that are copied to libcurl.
    private static var copied: Int { 16 << 10 }

    func set(_ option: CURLoption, _ value: Int) {
      ccurl_set_long(curl, option, value)
    }

    /// Converts to whole milliseconds: at least one, since zero means libcurl's default.
    private static func milliseconds(_ duration: Duration) -> Int {
      guard duration > .zero else { return 1 }
      guard duration < .milliseconds(Int32.max - 1000) else { return Int(Int32.max) }
      let (seconds, attoseconds) = duration.components
      return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
  }

  /// A list of texts that libcurl reads as long as an option points to it.
  final class TextList {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Replaces the texts.
    ///
    /// No option may point to the old strings at the next call of libcurl.
    func set(_ texts: [String]) {
      ccurl_slist_free_all(list)
      list = nil
      for text in texts { list = ccurl_slist_append(list, text) ?? list }
    }

    deinit {
      ccurl_slist_free_all(list)
    }
  }
#endif
