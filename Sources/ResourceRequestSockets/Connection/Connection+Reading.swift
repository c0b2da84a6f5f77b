// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// Reads from the socket.
  extension Connection {
    /// The most bytes of one connection in a turn: others get theirs, and timers fire, whatever a peer sends.
    static var turnShare: Int { 256 << 10 }
    /// From how many bytes on a body is received straight into its place.
    private static var largeRest: Int { 16 << 10 }

    /// Reads what there is, up to its share of the turn.
    func read() {
      if tls != nil, !continueTLS() { return }
      var share = Connection.turnShare
      while isReadable {
        // Nobody has room for more; the kernel keeps it, and the peer has to wait.
        if let exchange, exchange.incoming.isPaused { return }
        guard share > 0, loop.turnShare > 0 else { return loop.continueNextTurn(self) }
        let (count, size) = receive(atMost: min(share, loop.turnShare))
        if count > 0 {
          share -= count
          loop.turnShare -= count
          bytesReceived += count
          lastActivity = loop.now
          lastReceived = loop.now
          // Less than asked for: that was all, unless the end was among it.
          if count < size, !hasPeerEnded { isReadable = false }
        } else if count == 0 {
          isReadable = false
          // Sending may have met the reset first. Where the peer had ended its side before, the system says EPIPE.
          ended(brokenBy == EPIPE ? nil : brokenBy)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          isReadable = false
          // Half a request is answered by nobody, and a connection may fail to send for want of memory and live on.
          if let brokenBy { ended(brokenBy) }
        } else if errno != EINTR {
          isReadable = false
          ended(errno)
        }
        if isClosed { return }
      }
    }

    /// Receives once; returns the result of the system, and how much was asked for.
    private func receive(atMost share: Int) -> (count: Int, size: Int) {
      if tls == nil, let place = placeForBody(share) {
        let count = recv(socket, place.baseAddress, place.count, 0)
        if count > 0 {
          hasMore = true
          tookBody(count)
        }
        return (count, place.count)
      }
      // Of what grows much a turn takes little.
      let buffer = UnsafeMutableRawBufferPointer(rebasing: loop.buffer[..<(grows ? 4 << 10 : loop.buffer.count)])
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return (count, buffer.count) }
      hasMore = count == buffer.count
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let before = loop.turnShare
      if let tls { decrypt(bytes, by: tls) } else { take(bytes) }
      grows = (before - loop.turnShare) / 32 > count
      return (count, buffer.count)
    }

    /// Where the next bytes of a large plain body belong; `nil` if they have to be looked at first.
    func placeForBody(_ most: Int) -> UnsafeMutableRawBufferPointer? {
      guard link == nil, parser.rest >= Connection.largeRest else { return nil }
      return exchange?.placeForBody(min(parser.rest, most))
    }

    /// Bytes of the body were received into their place.
    func tookBody(_ count: Int) {
      exchange?.incoming.wireBytes += count
      exchange?.tookBody(count)
      parser.tookBody(count)
      if parser.rest == 0 { take(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    /// Whether nothing follows the response in the system's buffer, as far as it has arrived.
    private var isQuiet: Bool {
      if let tls, hasUnreadPlaintext(tls) { return false }
      guard hasMore else { return true }
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
        && (errno == EAGAIN || errno == EWOULDBLOCK)
    }

    /// Whether it has nothing to say, asked anew.
    var isSilent: Bool {
      hasMore = true
      return isQuiet
    }

    /// Takes bytes of the peer.
    func take(_ bytes: UnsafeRawBufferPointer) {
      if let link {
        link.receive(bytes)
        // At the end of the turn, unless it is the connection's end.
        if link.isClosing, link.isOver || link.violation != nil { flushHTTP2() } else if link.wantsWrite { flushSoon() }
        return
      }
      // Nobody asked for anything: such bytes must not become the response to the next request (RFC 9112 §9.2).
      guard let exchange else { return close() }
      // Nor to one of which nothing has been sent yet.
      guard !exchange.reusesConnection || exchange.phase != .connecting else {
        return fail(exchange, .notExecuted("the server has sent something before it was asked"))
      }
      guard !exchange.incoming.hasEnded else { return loop.finish(exchange, isKept: false) }
      if !bytes.isEmpty {
        if exchange.incoming.firstByte == 0 { exchange.incoming.firstByte = loop.now }
        exchange.incoming.wireBytes += bytes.count
      }
      var input = bytes
      while !exchange.isOver {
        switch parser.next(&input) {
        case .needsMore: return
        case .interim(let status): tookInterim(status, of: exchange)
        case .head:
          if let fault = tookHead(of: exchange) { return fail(exchange, fault) }
        case .body(let piece):
          if let fault = exchange.takeBody(piece, loop) { return fail(exchange, fault) }
        case .end: return finish(exchange, isAlone: input.isEmpty)
        case .fault(let fault): return fail(exchange, .wire(fault))
        }
      }
    }

    private func tookInterim(_ status: Status, of exchange: Exchange) {
      if status == 100 {
        consent(to: exchange)
      } else {
        exchange.context.received(status, parser.reader.headers, from: exchange.request.url)
      }
    }

    private func tookHead(of exchange: Exchange) -> ExchangeFault? {
      answersEarly(exchange)
      return exchange.takeHead(
        parser.reader.status,
        parser.reader.headers,
        parser.reader.httpVersion ?? .http1_1,
        announced: parser.announcedLength,
        loop
      )
    }

    /// The response is complete.
    private func finish(_ exchange: Exchange, isAlone: Bool) {
      if let fault = exchange.takeEnd(parser.reader.trailers) { return fail(exchange, fault) }
      // What follows the response is no answer to the rest.
      exchange.incoming.hasEnded = isAlone && !hasPeerEnded && exchange.sendsRest
      guard exchange.incoming.hasEnded else { return finish(exchange, mayBeKept: isAlone) }
      watch(exchange)
    }

    /// Request and response are over.
    func finish(_ exchange: Exchange, mayBeKept: Bool) {
      let isKept =
        mayBeKept && !spokeFirst && !hasPeerEnded && isQuiet && parser.keepsConnection && exchange.outgoing.isComplete
        && !exchange.outgoing.isGivenUp && !exchange.request.closesConnection
      loop.finish(exchange, isKept: isKept)
    }

    /// The peer has ended the connection, or it broke for a reason of the system's.
    func ended(_ number: Int32?) {
      hasPeerEnded = true
      if case .handshaking(let opening) = state {
        return opening.failed(
          .tls(.connectionClosed, TLSFailure.ended(.handshaking).message(pool.place), certainlyUnread: true)
        )
      }
      if let link {
        let reason = number.map { String(cString: strerror($0)) }
        link.fail(.connectionEnded(reason), reason)
        return close()
      }
      guard let exchange else { return close() }
      // The server has answered, and wants no more of the request.
      guard !exchange.incoming.hasEnded else { return loop.finish(exchange, isKept: false) }
      guard number == nil else {
        // What the system had received is gone with a reset; a body that ends with the connection is incomplete.
        return fail(exchange, .connectionEnded(number.map { String(cString: strerror($0)) }))
      }
      switch parser.ended() {
      case .end:
        // Who cut the connection off is not known without TLS's own end (RFC 9112 §9.8).
        guard tls?.hasReceivedCloseNotify != false || pool.security?.acceptsCut == true else {
          return fail(exchange, .noCloseNotify)
        }
        finish(exchange, isAlone: false)
      case .fault(let fault):
        fail(exchange, exchange.outgoing.failure ?? .wire(fault))
      default: fail(exchange, .connectionEnded(nil))
      }
    }

    /// Ends the exchange with a failure, and the connection with it.
    func fail(_ exchange: Exchange, _ fault: ExchangeFault) {
      loop.fail(exchange, fault)
    }
  }

  extension ResolvedRequest {
    /// Whether the caller asked for the connection to be closed (RFC 9112 §9.6).
    fileprivate var closesConnection: Bool {
      guard let value = headers["Connection"] else { return false }
      return value.lowercasedASCII().split(atByte: ",").contains { $0.trimmingBlanks() == "close" }
    }
  }
#endif
