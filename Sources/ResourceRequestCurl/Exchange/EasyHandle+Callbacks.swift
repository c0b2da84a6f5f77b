// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  import ResourceRequestCore

  /// What libcurl calls, on the loop's thread, while an exchange runs.
  extension EasyHandle {
    /// The exchange a callback is about.
    ///
    /// libcurl may call after the end of one, when it closes a connection.
    static func exchange(_ owner: UnsafeMutableRawPointer?) -> Exchange? {
      owner.map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }?.exchange
    }

    static let header: curl_write_callback = { bytes, size, count, owner in
      let length = size * count
      guard let owner, let bytes else { return 0 }
      let handle = Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue()
      guard let exchange = handle.exchange else { return 0 }
      exchange.lastActivity = handle.loop.now
      let line = UnsafeRawBufferPointer(start: bytes, count: length)
      if handle.head.isAtStart, !handle.takesStatusLine(line, of: exchange) {
        exchange.fail(.protocolViolation, "the server answers in HTTP/2 over a connection that is none of HTTP/2")
        return 0
      }
      switch handle.head.take(line, limit: exchange.options.headLimit) {
      case .part, .interimHead:
        return length
      case .finalHead(let status):
        return exchange.headEnded(status) ? length : 0
      case .tooLarge:
        exchange.fail(
          .headTooLarge,
          "the head of the answer is larger than the limit of \(exchange.options.headLimit) bytes"
        )
      case .ambiguous(let fault):
        exchange.fail(.protocolViolation, fault)
      case .malformed:
        exchange.fail(.protocolViolation, "the head of the answer has a line that is no header field")
      }
      return 0
    }

    static let write: curl_write_callback = { bytes, size, count, owner in
      let length = size * count
      guard let exchange = exchange(owner) else { return 0 }
      exchange.noteActivity()
      let chunk = UnsafeRawBufferPointer(start: bytes, count: length)
      exchange.keepConnectionIfSent()
      exchange.bodyReceived += length
      guard !exchange.isCompressed || CurlLibrary.choosesDecoderByHead else {
        exchange.fail(.contentDecodingFailed, "the answer has a coding that was not asked for")
        return 0
      }
      guard exchange.expandsWithinLimit else {
        exchange.fail(
          .contentDecodingFailed,
          "the body of the answer grows to more than \(exchange.options.expansionLimit) times its size, "
            + "as one made to exhaust memory does"
        )
        return 0
      }
      if exchange.isAnswered {
        exchange.gather(chunk)
        return length
      }
      return exchange.takeIn(chunk) ? length : 0
    }

    static let read: curl_read_callback = { buffer, size, count, owner in
      guard let exchange = exchange(owner), let buffer else { return 0 }
      exchange.noteActivity()
      if let upload = exchange.submission.upload {
        return exchange.readChunks(
          from: upload.pipe,
          into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
        )
      }
      guard let bytes = exchange.request.body?.bytes else { return 0 }
      let start = bytes.startIndex + exchange.bodySent
      let length = min(size * count, bytes.endIndex - start)
      guard length > 0 else { return 0 }
      UnsafeMutableRawBufferPointer(start: buffer, count: length).copyBytes(from: bytes[start..<(start + length)])
      exchange.handedOver(length)
      return length
    }

    /// The body has ended, and its trailers have been made.
    static let trailers: curl_trailer_callback = { list, owner in
      guard let exchange = exchange(owner), let list else { return CURL_TRAILERFUNC_ABORT }
      for field in exchange.submission.upload?.trailers.withLock(\.self) ?? Headers() {
        guard let longer = curl_slist_append(list.pointee, "\(field.name): \(field.value)") else {
          return CURL_TRAILERFUNC_ABORT
        }
        list.pointee = longer
      }
      return CURL_TRAILERFUNC_OK
    }

    /// libcurl would rewind to send again, which is not its to decide.
    static let seek: curl_seek_callback = { _, _, _ in Int32(CURL_SEEKFUNC_FAIL) }

    static let ready: curl_prereq_callback = { owner, address, localAddress, port, localPort in
      guard let exchange = exchange(owner) else { return CURL_PREREQFUNC_ABORT }
      guard exchange.maySend else { return CURL_PREREQFUNC_ABORT }
      exchange.raceWinner = exchange.handle?.loop.winner(at: localAddress, port: Int(localPort))
      // Looked at here too: the connection may have been opened for somebody who may go further.
      if let reason = exchange.refusal(ofConnectedTo: address) {
        let proxy = exchange.handle?.appliedProxy
        exchange.fail(.addressRefused, AddressPolicy.sentence(exchange.request.place, reason, by: proxy))
        return CURL_PREREQFUNC_ABORT
      }
      guard exchange.settles(from: localAddress, localPort, to: address, port) else {
        exchange.fail(
          .connectionClosed,
          "the server said something on the connection that nobody had asked for",
          onReused: exchange.reusedConnection
        )
        return CURL_PREREQFUNC_ABORT
      }
      exchange.isReady(address: address, port: Int(port))
      return CURL_PREREQFUNC_OK
    }

    static let open: curl_opensocket_callback = { owner, _, address in
      guard let address else { return CURL_SOCKET_BAD }
      // Before a connection stands for a second sending, rather than when it does.
      if let exchange = exchange(owner), !exchange.maySend { return CURL_SOCKET_BAD }
      // libcurl goes on to the next address of the host.
      if let exchange = exchange(owner), exchange.refuses(address) { return CURL_SOCKET_BAD }
      let family = address.pointee.family
      #if os(Linux)
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, address.pointee.`protocol`)
      #else
        let descriptor = socket(family, address.pointee.socktype, address.pointee.`protocol`)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      #endif
      guard descriptor >= 0 else {
        exchange(owner)?.openFailed(errno)
        return CURL_SOCKET_BAD
      }
      if let owner {
        let handle = Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue()
        handle.loop.opened(descriptor, to: address, for: handle.exchange)
        handle.exchange?.opened(descriptor)
        if let exchange = handle.exchange { handle.loop.connects(exchange, descriptor, to: address) }
      }
      return descriptor
    }

    static let close: curl_closesocket_callback = { loop, descriptor in
      if let loop { Unmanaged<LoopCore>.fromOpaque(loop).takeUnretainedValue().closing(descriptor) }
      #if canImport(Glibc)
        return Glibc.close(descriptor)
      #elseif canImport(Musl)
        return Musl.close(descriptor)
      #else
        return Darwin.close(descriptor)
      #endif
    }
  }

  extension Exchange {
    /// Whether the request may go out on the connection with these ends, where libcurl may name another address than the
    /// one that has won.
    fileprivate func settles(
      from local: UnsafePointer<CChar>?,
      _ localPort: Int32,
      to address: UnsafePointer<CChar>?,
      _ port: Int32
    ) -> Bool {
      guard let loop = handle?.loop else { return true }
      guard let raceWinner else { return loop.settle(self, from: local, localPort, to: address, port) }
      return raceWinner.withCString { loop.settle(self, from: local, localPort, to: $0, port) }
    }

    /// The peer was heard, or sent to.
    fileprivate func noteActivity() {
      lastActivity = handle?.loop.now ?? lastActivity
    }

    func fail(_ code: ResourceError.Code, _ message: String, onReused: Bool = false) {
      guard failure == nil else { return }
      failure = TransportFailure(code: code, message: message, phase: phase, onReusedConnection: onReused)
    }

    /// Whether the request has not been sent; where it has, the connection broke, and libcurl is about to send it again.
    fileprivate var maySend: Bool {
      if phase == .queued || phase == .connecting { return true }
      fail(.connectionClosed, "the server closed the connection before it answered", onReused: reusedConnection)
      return false
    }

    /// Only what no other address of the host would cure is taken for the end.
    fileprivate func openFailed(_ number: Int32) {
      guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) else { return }
      fail(.resourcesExhausted, "the system gave no socket: \(String(cString: strerror(number)))")
    }

    /// A connection stands and the request is about to go out.
    fileprivate func isReady(address: UnsafePointer<CChar>?, port: Int) {
      phase = .sent
      guard let loop = handle?.loop else { return }
      loop.ready(self)
      context.emit(.connected) { event in
        event.peer = (raceWinner ?? address.map { String(cString: $0) }).map { "\($0):\(port)" }
        event.reusedConnection = reusedConnection
      }
    }

    /// The final head is in.
    ///
    /// `false` where its body is known to be too large.
    fileprivate func headEnded(_ status: Status) -> Bool {
      phase = .receiving
      handle?.forbidReuse(false)
      keepConnectionIfSent()
      context.emit(.sent)
      context.emit(.head) { $0.status = status }
      guard let handle else { return true }
      if status == 407, let proxy = handle.proxyOfAnswers(for: request.url.origin) {
        failure =
          failure
          ?? TransportFailure(
            code: .proxyFailed,
            message: "the proxy \(proxy.url) wants other credentials",
            phase: phase,
            mayHaveExecuted: false
          )
        return false
      }
      if status == 101 {
        fail(.protocolViolation, "the server switches to a protocol that nobody asked for")
        return false
      }
      followEnd(of: handle.head, on: handle)
      chooseDecoder(for: handle.head.headers, on: handle)
      if handle.countsLength, request.method != .head, status != 204, status != 304 {
        countedLength = AnswerFraming.length(of: handle.head.headers)
      }
      if options.streamWindow != nil || options.streamsRedirects && leadsElsewhere(status, handle.head.headers) {
        handle.loop.headEnded(self)
        return true
      }
      guard request.method != .head else { return true }
      let length = handle.countsLength ? curl_off_t(countedLength ?? -1) : ccurl_announced_length(handle.curl)
      guard length > 0 else { return true }
      if length > options.bodyLimit, !isCompressed, decoder == nil {
        fail(
          .bodyTooLarge,
          "the answer announces \(length) bytes, more than the limit of \(options.bodyLimit)"
        )
        return false
      }
      announcedLength = Int(clamping: length)
      body.expect(min(announcedLength, options.bodyLimit))
      return true
    }

    /// Whether the call is likely to go on from this response, without its body.
    private func leadsElsewhere(_ status: Status, _ headers: Headers) -> Bool {
      RedirectDecision.isRedirect(status) && headers["Location"]?.isEmpty == false
    }

    /// Whether a body that libcurl decodes has not grown beyond what honest ones do.
    fileprivate var expandsWithinLimit: Bool {
      guard isCompressed, bodyReceived > 1 << 20, let handle else { return true }
      let received = Int(clamping: ccurl_received(handle.curl))
      return bodyReceived / options.expansionLimit <= max(received, 1)
    }
  }
#endif
