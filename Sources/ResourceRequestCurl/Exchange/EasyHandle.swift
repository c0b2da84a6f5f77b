// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  /// One of libcurl's easy handles, used for consecutive exchanges.
  ///
  /// Constant options are set once, others only if they change.
  final class EasyHandle {
    /// The inputs of the HTTP version option.
    private struct AllowedVersions: Equatable {
      let policy: HTTPVersionPolicy
      let isSecure: Bool
      let isTunnel: Bool
    }

    let curl: UnsafeMutableRawPointer
    // The loop releases its handles before itself, and outlives every exchange with a handle.
    unowned(unsafe) let loop: LoopCore
    var exchange: Exchange?
    private var uploadBuffer = 0
    /// The current method, and whether it was set with a body.
    private var appliedMethod: (method: RequestMethod, hasBody: Bool)?
    /// Whether libcurl has a copy of the body.
    private(set) var sendsCopy = false
    /// Whether it may be reused for another exchange.
    ///
    /// libcurl (7.88 at least) does not reset its state of trailers: the next chunked body of the handle would be
    /// written before its buffer.
    private(set) var isReusable = true
    private var hasHadLargeAnswer = false
    private var receiveBuffer = 0
    /// Reads the heads of responses.
    let head = HeadReader()
    // Unchecked, since only the loop uses it: setting libcurl's options calls nothing back.
    @exclusivity(unchecked) private var url = ParsedURL()
    @exclusivity(unchecked) private var lines = FieldLines()
    /// The buffer of libcurl's error message.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var applied: ExchangeOptions?
    var appliedConnection: SharedConnectionOptions?
    private var hasForgotten = false
    /// The destinations of connections that lead elsewhere than the URL.
    let connectTo = TextList()
    let fixedNames = TextList()
    var appliedSocket: String?
    var isRedirected = false
    var appliedProxy: Proxy?
    /// Whether the request uses a tunnel of the proxy.
    var appliedTunnel = false
    var isForOnce = false
    var forbidsReuse = false
    private var isNew = false
    private var allowedVersions: AllowedVersions?
    /// Whether HTTP/2 is among the versions that are allowed.
    var maySpeakHTTP2 = false
    /// Whether libcurl calls the debug callback.
    var traces = false
    /// Whether the SDK counts announced lengths instead of libcurl.
    var countsLength = false

    /// Creates a handle; `nil` if there is no memory.
    init?(loop: LoopCore) {
      guard let curl = curl_easy_init() else { return nil }
      self.curl = curl
      self.loop = loop
      errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
      let owner = Unmanaged.passUnretained(self).toOpaque()
      ccurl_set_callbacks(
        curl,
        owner,
        EasyHandle.write,
        EasyHandle.header,
        EasyHandle.read,
        EasyHandle.seek,
        EasyHandle.ready,
        EasyHandle.open,
        EasyHandle.close,
        Unmanaged.passUnretained(loop).toOpaque()
      )
      ccurl_set_resolver_start(curl, EasyHandle.resolve, owner)
      ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, errorText)
      set(CURLOPT_NOSIGNAL, 1)
      set(CURLOPT_QUICK_EXIT, 1)
      set(CURLOPT_PATH_AS_IS, 1)
      set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      ccurl_set_string(curl, CURLOPT_PROTOCOLS_STR, "http,https")
      // The SDK decodes bodies itself; the request's own fields say in which codings.
      set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      ccurl_set_debug(curl, EasyHandle.debug, owner)
      // No proxy from the environment: only the configuration sets it.
      ccurl_set_string(curl, CURLOPT_PROXY, "")
      ccurl_set_string(curl, CURLOPT_NOPROXY, "")
      set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      if let share = loop.share { ccurl_set_pointer(curl, CURLOPT_SHARE, share) }
    }

    deinit {
      curl_easy_cleanup(curl)
      errorText.deallocate()
    }

    /// libcurl's message of the last failure; empty if there is none.
    var explanation: String { String(cString: errorText) }

    /// Prepares the handle for an exchange.
    func prepare(_ exchange: Exchange) {
      self.exchange = exchange
      errorText[0] = 0
      let request = exchange.request
      let options = exchange.options
      head.begin()
      trace(false)
      apply(options)
      setReceiveBuffer(isStream: options.streamWindow != nil)
      let address = address(of: request, exchange.plan)
      let isSecure = request.url.origin.isSecure
      if request.trailers != nil { sendTrailers() }
      // libcurl sends trailers over HTTP/1.1 only.
      allow(
        request.trailers == nil ? options.httpVersion : .http1_1,
        isSecure: isSecure,
        isTunnel: isSecure && appliedProxy != nil
      )
      exchange.sharesNewConnection =
        options.wantsNewConnection && options.mayShareNewConnection && loop.hasNewConnection(for: exchange)
      useOnce(
        options.httpVersion == .http2PriorKnowledge && !CurlLibrary.reusesPriorKnowledge
          || !ownsTunnels(to: request.url.origin),
        orNew: options.wantsNewConnection && !exchange.sharesNewConnection
      )
      url.set(address.url, on: curl)
      if lines.write(request, options, host: address.host) {
        lines.withList { _ = ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, $0) }
      }
      setMethod(request.method, hasBody: request.body != nil)
      if let body = request.body { setBody(body, asksFirst: options.expectContinue != nil) }
    }

    /// Ends the use by an exchange.
    func release() {
      hasHadLargeAnswer = exchange.map { $0.state.bodyReceived > 1 << 20 } ?? false
      exchange = nil
      guard sendsCopy else { return }
      // The sent body may be a secret.
      sendsCopy = false
      ccurl_set_pointer(curl, CURLOPT_POSTFIELDS, nil)
    }

    /// Makes the next exchange set all options again, since some were changed for this one.
    func forgetOptions() {
      applied = nil
      hasForgotten = true
    }

    private func apply(_ options: ExchangeOptions) {
      guard options != applied else { return }
      applied = options
      if options.sharedConnection != appliedConnection || hasForgotten { apply(options.sharedConnection) }
      hasForgotten = false
      set(CURLOPT_EXPECT_100_TIMEOUT_MS, EasyHandle.milliseconds((options.expectContinue ?? .seconds(1)).length))
      set(CURLOPT_CONNECTTIMEOUT_MS, EasyHandle.milliseconds(options.connectTimeout.length))
    }

    /// Sets the allowed HTTP versions.
    private func allow(_ policy: HTTPVersionPolicy, isSecure: Bool, isTunnel: Bool) {
      let allowed = AllowedVersions(policy: policy, isSecure: isSecure, isTunnel: isTunnel)
      guard allowed != allowedVersions else { return }
      allowedVersions = allowed
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
      set(CURLOPT_PIPEWAIT, waits ? 1 : 0)
    }

    /// Sets whether to use a new connection exclusively, or at least a new one.
    private func useOnce(_ once: Bool, orNew: Bool) {
      isForOnce = once
      forbidReuse(false)
      if (once || orNew) != isNew {
        isNew = once || orNew
        set(CURLOPT_FRESH_CONNECT, isNew ? 1 : 0)
      }
    }

    /// Announces trailers.
    private func sendTrailers() {
      isReusable = false
      ccurl_set_trailers(curl, EasyHandle.trailers, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Sets a large receive buffer for large responses, to save system calls.
    ///
    /// libcurl allocates the buffer at the start of the exchange, so the size of the response is guessed: a stream is
    /// long, and a large response is likely to be followed by another. Others do not justify the memory.
    private func setReceiveBuffer(isStream: Bool) {
      let size = isStream ? BlockPool.blockSize : hasHadLargeAnswer ? 256 << 10 : 16 << 10
      guard size != receiveBuffer else { return }
      receiveBuffer = size
      set(CURLOPT_BUFFERSIZE, size)
    }

    /// Sets a large upload buffer for large bodies, to save system calls; it lives as long as the exchange.
    private func setUploadBuffer(for length: Int?) {
      let size =
        switch length {
        case let length? where length > 1 << 20: 512 << 10
        case let length? where length <= EasyHandle.copied: EasyHandle.copied
        default: 64 << 10
        }
      guard size != uploadBuffer else { return }
      uploadBuffer = size
      set(CURLOPT_UPLOAD_BUFFERSIZE, size)
    }

    private func setMethod(_ method: RequestMethod, hasBody: Bool) {
      if let appliedMethod, appliedMethod == (method, hasBody) { return }
      appliedMethod = (method, hasBody)
      if hasBody || method.announcesContent {
        set(CURLOPT_NOBODY, 0)
        set(CURLOPT_POST, 1)
        ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, method.name)
        if !hasBody { setNothing() }
      } else if method == .head {
        set(CURLOPT_NOBODY, 1)
        ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, nil)
      } else {
        set(CURLOPT_NOBODY, 0)
        set(CURLOPT_HTTPGET, 1)
        ccurl_set_string(curl, CURLOPT_CUSTOMREQUEST, method == .get ? nil : method.name)
      }
    }

    private func setBody(_ body: OutgoingBody, asksFirst: Bool) {
      setUploadBuffer(for: body.length)
      if body.length == 0 { return setNothing() }
      ccurl_set_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.length ?? -1))
      guard let bytes = body.bytes, bytes.count <= EasyHandle.copied, !asksFirst else {
        ccurl_set_pointer(curl, CURLOPT_POSTFIELDS, nil)
        return
      }
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
#endif
