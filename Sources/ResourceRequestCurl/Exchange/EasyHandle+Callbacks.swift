// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The callbacks of libcurl on the loop's thread during an exchange.
  extension EasyHandle {
    /// The exchange of a callback.
    ///
    /// libcurl may also call after its end, when it closes a connection.
    static func exchange(_ owner: UnsafeMutableRawPointer?) -> Exchange? {
      owner.map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }?.exchange
    }

    static let header: curl_write_callback = { bytes, size, count, owner in
      let length = size * count
      guard let owner, let bytes else { return 0 }
      let handle = Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue()
      guard let exchange = handle.exchange else { return 0 }
      exchange.noteActivity()
      exchange.hasHeard = true
      let line = UnsafeRawBufferPointer(start: bytes, count: length)
      if handle.head.isAtStart, !handle.takesStatusLine(line, of: exchange) {
        exchange.found(.foreignVersion)
        return 0
      }
      switch handle.head.take(line, limit: exchange.options.headLimit) {
      case .part:
        return length
      case .interimHead(let status):
        if status != 100 { exchange.context.received(status, handle.head.headers, from: exchange.request.url) }
        return length
      case .finalHead(let status):
        return exchange.headEnded(status) ? length : 0
      case .tooLarge: exchange.found(.headTooLarge)
      case .ambiguous(let fault): exchange.found(.headAmbiguous, fault)
      case .malformed: exchange.found(.headMalformed)
      }
      return 0
    }

    static let write: curl_write_callback = { bytes, size, count, owner in
      let length = size * count
      guard let exchange = exchange(owner) else { return 0 }
      exchange.noteActivity()
      let chunk = UnsafeRawBufferPointer(start: bytes, count: length)
      exchange.keepConnectionIfSent()
      guard !exchange.hasForeignCoding else {
        exchange.found(.foreignCoding)
        return 0
      }
      switch exchange.state.take(.body(length)) {
      case .gather:
        exchange.gather(chunk)
      case .keep:
        guard exchange.takeIn(chunk) else { return 0 }
      default:
        return 0
      }
      exchange.noteTaken(length)
      exchange.endWaitForProducer()
      return length
    }

    static let read: curl_read_callback = { buffer, size, count, owner in
      guard let exchange = exchange(owner), let buffer else { return 0 }
      exchange.noteActivity()
      let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
      if let upload = exchange.submission.upload { return exchange.readChunks(from: upload, into: room) }
      return exchange.request.body?.bytes.map { exchange.read($0, into: room) } ?? 0
    }

    /// The body has ended, and its trailers have been made.
    static let trailers: curl_trailer_callback = { list, owner in
      guard let exchange = exchange(owner), let list else { return CURL_TRAILERFUNC_ABORT }
      for field in exchange.submission.upload?.trailers.withLock(\.self) ?? Headers() {
        guard let longer = ccurl_slist_append(list.pointee, "\(field.name): \(field.value)") else {
          return CURL_TRAILERFUNC_ABORT
        }
        list.pointee = longer
      }
      return CURL_TRAILERFUNC_OK
    }

    /// libcurl would rewind to send again, which only the SDK may decide; behind a server's 407, which is its response, the
    /// sending is refused.
    static let seek: curl_seek_callback = { owner, _, _ in
      Int32(exchange(owner)?.state.isServersLogin == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL)
    }

    static let ready: curl_prereq_callback = { owner, address, localAddress, port, localPort in
      guard let exchange = exchange(owner) else { return CURL_PREREQFUNC_ABORT }
      guard exchange.state.take(.isAboutToSend) == .goOn else { return CURL_PREREQFUNC_ABORT }
      // Checked here too: the connection may have been opened for a request with a wider policy.
      if let reason = exchange.refusal(ofConnectedTo: address) {
        let proxy = exchange.handle?.appliedProxy
        exchange.found(.addressRefused, AddressPolicy.sentence(exchange.request.place, reason, by: proxy))
        return CURL_PREREQFUNC_ABORT
      }
      guard exchange.handle?.loop.settle(exchange, from: localAddress, localPort, to: address, port) != false else {
        exchange.found(.spokeUnasked)
        return CURL_PREREQFUNC_ABORT
      }
      guard exchange.state.take(.sends) == .goOn else { return CURL_PREREQFUNC_ABORT }
      exchange.context.cancelled?.note(.sent)
      exchange.isReady(address: address, port: Int(port))
      return CURL_PREREQFUNC_OK
    }

    static let open: curl_opensocket_callback = { owner, _, address in
      guard let address else { return CURL_SOCKET_BAD }
      // Refused before a connection for a second attempt is open.
      if let exchange = exchange(owner), exchange.state.take(.opensSocket) != .goOn { return CURL_SOCKET_BAD }
      // libcurl tries the next address of the host.
      if let exchange = exchange(owner), exchange.refuses(address) { return CURL_SOCKET_BAD }
      exchange(owner)?.setInterface(of: address)
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
        handle.exchange?.openedSocket()
      }
      return descriptor
    }

    static let close: curl_closesocket_callback = { loop, descriptor in
      if let loop { Unmanaged<LoopCore>.fromOpaque(loop).takeUnretainedValue().closing(descriptor) }
      return ResourceRequestPlatform.close(descriptor)
    }
  }

  extension Exchange {
    /// Notes activity in either direction.
    fileprivate func noteActivity() {
      guard let handle else { return }
      silence.lastActivity = handle.loop.now
      handle.loop.watch.beat()
    }

    /// Ends the exchange only if no other address of the host could succeed.
    fileprivate func openFailed(_ number: Int32) {
      guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) else { return }
      found(.noSocket, String(cString: strerror(number)))
    }

    /// A connection is open and the request is about to be sent.
    fileprivate func isReady(address: UnsafePointer<CChar>?, port: Int) {
      guard let loop = handle?.loop else { return }
      loop.ready(self)
      context.emit(.connected) { event in
        event.peer = address.map { HostAddress.text(String(cString: $0), port: port) }
        event.transport = CurlTransport.name
        event.reusedConnection = state.reusedConnection
        event.message = state.reusedConnection == true ? nil : trace.security
      }
    }

    /// Handles the complete final head.
    ///
    /// - Returns: `false` if the body is known to be too large.
    fileprivate func headEnded(_ status: Status) -> Bool {
      guard let handle else { return false }
      let isProxys = status == 407 && handle.proxyOfAnswers(for: request.url.origin) != nil
      let action = state.take(.head(status: status.code, isProxys: isProxys))
      handle.forbidReuse(false)
      keepConnectionIfSent()
      context.emit(.sent)
      context.emit(.head) { $0.status = status }
      guard action == .goOn else { return false }
      if submission.upload != nil { handle.loop.answered.append(self) }
      endWaitForProducer()
      followEnd(of: handle.head, on: handle)
      chooseDecoder(for: handle.head.headers)
      switch state.take(.announced(announcedBody(status, on: handle))) {
      case .deliverHead:
        handle.loop.headEnded(self)
        return true
      case .expect(let length):
        expectedLength = length
        body.expect(length)
        return true
      case let action:
        return action == .goOn
      }
    }

    /// Lets libcurl look whether the response has ended, though the producer has nothing yet.
    ///
    /// It sends no more of a body that is refused, nor after the end of a response with which the connection ends, but it would
    /// notice only once the producer goes on.
    func endWaitForProducer() {
      if state.pauses.contains(.sending) { handle?.loop.mailbox.resume(submission.ticket) }
    }

    private func announcedBody(_ status: Status, on handle: EasyHandle) -> AnnouncedBody {
      let headers = handle.head.headers
      let isStream = options.window(status, headers) != nil
      var body = AnnouncedBody(length: handle.head.framing?.length ?? -1, isStream: isStream)
      body.isPossible = status.mayHaveContent(after: request.method)
      body.isPlain = !isCoded
      return body
    }
  }
#endif
