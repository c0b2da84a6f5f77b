// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Passes what the session reads to the exchanges.
  extension HTTP2Link: HTTP2Events {
    private func exchange(of stream: HTTP2Stream) -> Exchange? {
      guard let exchange = stream.owner.map({ unsafeDowncast($0, to: Exchange.self) }), exchange.stream === stream
      else {
        return nil
      }
      exchange.lastActivity = loop.now
      if exchange.incoming.firstByte == 0 { exchange.incoming.firstByte = loop.now }
      return exchange
    }

    func interimHead(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      guard let exchange = exchange(of: stream) else { return }
      exchange.incoming.wireBytes = stream.framed.received
      if status == 100 {
        exchange.consents()
        resume(exchange)
      } else {
        exchange.context.received(status, headers, from: exchange.request.url)
      }
    }

    func head(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      guard let exchange = exchange(of: stream) else { return }
      exchange.isSent()
      exchange.incoming.wireBytes = stream.framed.received
      let announced = headers["Content-Length"].flatMap { Int($0) }
      if !(200..<300).contains(status.code) || exchange.outgoing.asks { exchange.givesUpRest() }
      if let fault = exchange.takeHead(status, headers, .http2, announced: announced, loop) {
        return loop.fail(exchange, fault)
      }
      // A body that was announced does not wait for a round trip at each window.
      session?.widen(stream, for: min(announced ?? 0, widest(exchange, of: 1)))
    }

    func data(_ stream: HTTP2Stream, _ bytes: UnsafeRawBufferPointer) {
      guard let exchange = exchange(of: stream) else {
        session?.consume(stream, bytes.count)
        return
      }
      exchange.incoming.wireBytes += bytes.count
      if let fault = exchange.takeBody(bytes, loop) { return loop.fail(exchange, fault) }
      exchange.incoming.unconsumed += bytes.count
      // The reader of a stream decides at the end of the turn.
      if exchange.incoming.writer == nil { consume(exchange) }
    }

    func ended(_ stream: HTTP2Stream, trailers: Headers) {
      guard let exchange = exchange(of: stream) else { return }
      complete(exchange, trailers)
    }

    func complete(_ exchange: Exchange, _ trailers: Headers = Headers()) {
      if let fault = exchange.takeEnd(trailers) { return loop.fail(exchange, fault) }
      exchange.incoming.hasEnded = exchange.sendsRest
      guard exchange.incoming.hasEnded else { return loop.finish(exchange, isKept: true) }
      connection.watch(exchange)
    }

    func closed(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd) {
      finish(stream, end)
      // There is room for another.
      connection.pool.serve()
    }

    /// Ends the exchange of a stream as the session has decided.
    func finish(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd) {
      guard let exchange = exchange(of: stream), !exchange.isOver else { return }
      // The request is whole too, or the server wants no more of it (RFC 9113 §8.1).
      guard !exchange.incoming.hasEnded || end == .bodyFailed else { return loop.finish(exchange, isKept: true) }
      // NO_ERROR and CANCEL end what is not needed any more; with any other code the server says that it failed, whatever
      // has arrived (RFC 9113 §7, §8.1).
      if [.reset(0), .reset(8)].contains(end), exchange.isWhole {
        exchange.givesUpRest()
        return complete(exchange)
      }
      let place = connection.pool.place
      switch end {
      case .complete, .cancelled: loop.fail(exchange, .connectionEnded(nil))
      case .notExecuted: loop.fail(exchange, .notExecuted(farewell ?? "the server has not processed the request"))
      case .reset(NGHTTP2_HTTP_1_1_REQUIRED.rawValue)
      where exchange.phase != .receiving && connection.pool.leavesHTTP2():
        loop.fail(exchange, .wantsHTTP1)
      case .reset(let code): loop.fail(exchange, .streamReset(code))
      case .violation(let reason): loop.fail(exchange, .violation("\(place) broke the protocol: \(reason)"))
      case .headTooLarge: loop.fail(exchange, .wire(.headTooLarge))
      case .bodyFailed: loop.fail(exchange, exchange.outgoing.failure ?? .connectionEnded(nil))
      }
    }

    func goAway(lastStream: Int32, code: UInt32, debug: String) {
      retire()
      if code != NGHTTP2_NO_ERROR.rawValue {
        farewell = "the server has said \(String(cString: nghttp2_http2_strerror(code))) with a GOAWAY"
      }
      if code == NGHTTP2_HTTP_1_1_REQUIRED.rawValue { _ = connection.pool.leavesHTTP2() }
      // nghttp2 opens no more streams, and says so of those that wait behind the server's limit only when others end.
      for exchange in starting
      where !exchange.isOver && exchange.stream.map({ session?.hasOpened($0) == false }) ?? false {
        loop.fail(exchange, .notExecuted("the connection opens no more streams"))
      }
    }

    func settingsChanged() {
      noteLimit()
      connection.pool.serve()
    }

    func pingAnswered() {}
  }
#endif
