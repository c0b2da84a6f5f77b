// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// Writes to the socket.
  extension Connection {
    /// Up to how many bytes of a body are copied behind what goes before them, to be sent with it.
    static var copied: Int { 16 << 10 }

    /// The most bytes of one connection in a turn.
    static var writeShare: Int { 1 << 20 }
    /// The most bytes in one call to the system, which locks the socket meanwhile: the peer's acknowledgements wait, and its
    /// reading with them.
    private static var piece: Int { 512 << 10 }
    private static var leastShare: Int { 1 << 10 }

    /// Sends a request: the head, and as much of the body as the system takes.
    func sendRequest(of exchange: Exchange) {
      RequestWriter.writeHead(of: exchange.request, framed: exchange.outgoing.framing, to: out)
      if exchange.outgoing.hasBody, let wait = exchange.options.expectContinue {
        exchange.outgoing.asks = true
        exchange.outgoing.askedUntil = loop.now.advanced(by: wait.length)
      } else if let bytes = exchange.request.body?.bytes, bytes.count <= Connection.copied {
        bytes.withUnsafeBytes { out.append($0) }
        exchange.outgoing.passed = bytes.count
        exchange.outgoing.isBodyEnded = true
      }
      isWritable = true
      write()
    }

    /// The server consents to the body (RFC 9110 §10.1.1), or has not refused it in time.
    func consent(to exchange: Exchange) {
      guard exchange.outgoing.asks else { return }
      exchange.consents()
      if let link { link.resume(exchange) } else { write() }
    }

    /// Passes on what there is, until the system takes no more.
    func write() {
      // A closed one may still have something to say, and its descriptor may be another's.
      guard !isClosed else { return }
      if link != nil { return flushHTTP2() }
      if let tls {
        guard flush(tls) else { return }
        guard !tls.isWithinMessage else {
          // It is the peer's turn, whose silence counts although nobody asks what there is to send.
          if let exchange { loop.timers.wake(self, by: exchange.nextMoment(lastActivity: lastMoved(exchange))) }
          return
        }
      }
      let granted = min(Connection.writeShare, loop.writeTurnShare)
      var share = granted
      defer { loop.writeTurnShare -= granted - share }
      while isWritable, !isClosed, case .lent(let exchange) = state, !exchange.outgoing.isGivenUp {
        if !out.isEmpty || !exchange.outgoing.chunk.isEmpty {
          guard share > 0 else { return loop.continueNextTurn(self) }
          guard flush(exchange, &share) else { return }
          // After a part the system is asked again: only when it takes none does it report that it has room.
          continue
        }
        if exchange.outgoing.isComplete { return }
        guard !exchange.outgoing.asks else { return }
        if exchange.outgoing.isBodyEnded {
          // Without a share, too: the response may be read before the next turn, and would seem to come early.
          exchange.outgoing.isComplete = true
          exchange.context.emit(.sent)
          guard exchange.incoming.hasEnded else { return }
          // The last read may have been long ago.
          hasMore = true
          return finish(exchange, mayBeKept: true)
        }
        guard passBody(of: exchange, &share) else { return }
      }
    }

    /// Sends what waits and the chunk behind it, or some of both; `false` if the connection takes none.
    private func flush(_ exchange: Exchange, _ share: inout Int) -> Bool {
      let (waiting, chunk) = (out.count, exchange.outgoing.chunk)
      let isChunked = exchange.outgoing.framing == .chunked
      let count = chunk.withUnsafeBytes { send(out.bytes, and: $0, endsLine: isChunked, of: exchange) }
      guard count > 0 else { return false }
      // A call to the system takes as long as some bytes do.
      share -= max(count, Connection.leastShare)
      out.drop(count)
      guard count > waiting else { return true }
      let gone = count - waiting
      guard gone >= chunk.count else {
        exchange.outgoing.chunk = chunk.dropFirst(gone)
        return true
      }
      exchange.outgoing.chunk = Data()
      // Of the line's end nothing may have gone, or its first byte.
      if isChunked, gone < chunk.count + 2 { out.append(gone == chunk.count ? "\r\n" : "\n") }
      return true
    }

    /// Passes on a part of the body; `false` if there is nothing to pass on now.
    private func passBody(of exchange: Exchange, _ share: inout Int) -> Bool {
      if let bytes = exchange.request.body?.bytes {
        guard share > 0 else {
          loop.continueNextTurn(self)
          return false
        }
        let start = exchange.outgoing.passed
        let count = bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start...]), of: exchange) }
        guard count > 0 else { return false }
        share -= count
        exchange.outgoing.passed += count
        exchange.outgoing.isBodyEnded = exchange.outgoing.passed == bytes.count
        return true
      }
      return passChunk(of: exchange)
    }

    /// Takes the next chunks of a produced body; `false` if there are none yet, or none is wanted.
    ///
    /// Those that are there go together: each sending costs a call to the system, and a record of TLS.
    private func passChunk(of exchange: Exchange) -> Bool {
      guard let upload = exchange.submission.upload else {
        exchange.outgoing.isBodyEnded = true
        return true
      }
      var hasPassed = false
      while out.count < Connection.copied, exchange.outgoing.chunk.isEmpty, !exchange.outgoing.isBodyEnded {
        switch exchange.next(of: upload) {
        case .chunk(let chunk):
          guard pass(chunk, of: exchange) else { return false }
          hasPassed = true
        case .nothing: return hasPassed
        // It is there again when it is asked for.
        case .failure where hasPassed: return true
        case .failure(let error):
          fail(exchange, .offerFailed(error))
          return false
        case .end:
          guard exchange.outgoing.length.map({ $0 == exchange.outgoing.passed }) ?? true else {
            fail(exchange, .offersTooLittle)
            return false
          }
          if exchange.outgoing.framing == .chunked {
            RequestWriter.writeChunksEnd(upload.trailers.withLock(\.self), to: out)
          }
          exchange.outgoing.isBodyEnded = true
        }
      }
      return true
    }

    private func pass(_ chunk: Data, of exchange: Exchange) -> Bool {
      if let length = exchange.outgoing.length, exchange.outgoing.passed + chunk.count > length {
        fail(exchange, .offersTooMuch)
        return false
      }
      let isChunked = exchange.outgoing.framing == .chunked
      if isChunked { RequestWriter.writeChunkStart(chunk.count, to: out) }
      if chunk.count >= Connection.copied, tls == nil || out.isEmpty {
        exchange.outgoing.chunk = chunk
      } else {
        // In one record of TLS with what goes before it.
        chunk.withUnsafeBytes { out.append($0) }
        if isChunked { out.append("\r\n") }
      }
      exchange.outgoing.passed += chunk.count
      // The server may respond to the whole of a body before its producer has said that it ends there. Nothing can
      // follow: the last bytes come once they are known to be the last.
      exchange.outgoing.isBodyEnded = exchange.outgoing.length == exchange.outgoing.passed
      return true
    }

    /// Sends bytes and those that follow them, without TLS also the end of their line; returns how many the system took, 0
    /// or less if it takes none now.
    private func send(
      _ bytes: UnsafeRawBufferPointer,
      and next: UnsafeRawBufferPointer = .init(start: nil, count: 0),
      endsLine: Bool = false,
      of exchange: Exchange
    ) -> Int {
      if let tls { return send(bytes.isEmpty ? next : bytes, of: exchange, by: tls) }
      let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Connection.piece))
      let more = UnsafeRawBufferPointer(rebasing: next.prefix(Connection.piece - part.count))
      while true {
        let count =
          more.isEmpty
          ? systemSend(socket, part)
          : systemSend(socket, part, and: more, endsLine: endsLine && more.count == next.count)
        if count > 0 {
          exchange.isSent()
          exchange.outgoing.wireBytes += count
          bytesSent += count
          lastActivity = loop.now
          return count
        }
        if errno == EINTR { continue }
        isWritable = false
        if errno != EAGAIN, errno != EWOULDBLOCK { brokeOff(errno) }
        return 0
      }
    }

    /// The system takes no more.
    ///
    /// The server may have responded before it closed, so what it sent is read first.
    func brokeOff(_ number: Int32) {
      if let exchange {
        exchange.givesUpRest()
        exchange.outgoing.failure = .connectionEnded(String(cString: strerror(number)))
      }
      isReadable = true
      hasPeerEnded = true
      brokenBy = number
      loop.continueNextTurn(self)
    }

    /// The final head has arrived: what has not been sent of the request by now is not sent any more, unless the server
    /// accepted the request and may be reading it still.
    ///
    /// Nor where the response ends with the connection: a server that reads the request before it closes would wait for the
    /// rest, and its client for the end.
    func answersEarly(_ exchange: Exchange) {
      guard !exchange.outgoing.isComplete else { return }
      let isAccepted = (200..<300).contains(parser.reader.status.code) || parser.endsWithConnection
      exchange.outgoing.askedUntil = .max
      if !isAccepted || exchange.outgoing.asks { exchange.givesUpRest() }
    }
  }
#endif
