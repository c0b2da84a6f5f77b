// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The exchanges that share a connection over HTTP/2.
  ///
  /// It translates between them and the session; its connection moves the bytes.
  final class HTTP2Link {
    /// For how long nothing was heard where a connection is doubted whatever was sent.
    private static var quiet: UInt64 { 1_000_000_000 }
    /// How long a cancelled call must have waited for its response for the connection to be doubted.
    private static var cancelledWait: UInt64 { 250_000_000 }
    /// How long an answer to a `PING` may take.
    private static var patience: UInt64 { 5_000_000_000 }
    /// How long a server may take to say how many streams it allows, before it is taken for one that allows many.
    private static var settingsTime: UInt64 { 1_000_000_000 }
    /// The widest window of a stream.
    private static var widestWindow: Int { 8 << 20 }
    /// How long a reader may have no room before its window is that of the beginning again: a task that has yet to run has
    /// none for less.
    private static var readerTime: UInt64 { 50_000_000 }
    /// How long a period of the session's budgets is.
    private static var period: UInt64 { 10_000_000_000 }

    unowned(unsafe) let connection: Connection
    let loop: LoopCore
    private var opened: HTTP2Session?
    /// Exchanges that have a stream.
    private(set) var count = 0
    /// Exchanges whose heads have not been sent.
    private(set) var starting: [Exchange] = []
    /// Whether the server opens no more streams here, or nothing more is sent.
    private(set) var isClosing = false

    /// Why the server ends the connection, if it has said so.
    var farewell: String?

    /// Until when the server has to say something, since a call heard nothing and it may be gone.
    ///
    /// `nil` while nobody doubts.
    private(set) var doubtedUntil: UInt64?

    private let settingsDue: UInt64
    /// Whether the server allows no streams, and until when it is expected to allow some again.
    private(set) var allowsNone = false
    private var allowsSomeBy: UInt64?

    /// Creates the link of a connection; `nil` without memory.
    init?(_ connection: Connection) {
      self.connection = connection
      loop = connection.loop
      settingsDue = loop.now.advanced(byNanoseconds: HTTP2Link.settingsTime)
      guard let session = HTTP2Session(events: self) else { return nil }
      opened = session
      loop.timers.wake(connection, by: settingsDue)
    }

    var session: HTTP2Session? { opened }

    /// Whether another exchange may use it now.
    var hasRoom: Bool { !isClosing && doubtedUntil == nil && session?.canOpenStream == true }

    /// Whether the server has yet to say how many streams it allows, or allows none for a short time (RFC 9113 §6.5.2).
    var mayHaveRoomSoon: Bool {
      guard !isClosing, doubtedUntil == nil, let session else { return false }
      return !session.hasSettings || allowsSomeBy != nil
    }

    /// Whether it counts among the connections of its origin.
    var takesPlace: Bool { !isClosing && (count != 0 || !hasRoom && doubtedUntil == nil && !allowsNone) }

    /// What the server did that ends the connection.
    var violation: String? { session?.fault?.reason }

    /// Whether nobody needs it, and nobody will.
    var isOver: Bool { isClosing && count == 0 }

    var wantsWrite: Bool { session?.wantsWrite == true }

    /// Sends the request of an exchange.
    func begin(_ exchange: Exchange) {
      let request = exchange.request
      var headers = request.headers
      if exchange.outgoing.hasBody, let length = exchange.outgoing.length {
        headers["Content-Length"] = String(length)
      } else if exchange.outgoing.framing == .length(0) {
        headers["Content-Length"] = "0"
      }
      if exchange.outgoing.hasBody, let wait = exchange.options.expectContinue {
        headers["Expect"] = "100-continue"
        exchange.outgoing.asks = true
        exchange.outgoing.askedUntil = loop.now.advanced(by: wait.length)
      }
      let origin = request.url.origin
      let head = HTTP2RequestHead(
        method: request.method.name,
        scheme: origin.scheme,
        authority: headers["Host"] ?? origin.authority,
        path: request.url.requestTarget,
        headers: headers
      )
      count += 1
      exchange.lastActivity = loop.now
      let body = exchange.outgoing.hasBody ? HTTP2Upload(exchange) : nil
      guard
        let stream = session?.submit(head, body: body, headLimit: exchange.options.headLimit, owner: exchange)
      else {
        if session?.hasTooLargeHead == true {
          return loop.fail(
            exchange,
            .unsupported("the request's head is larger than 1 MiB, which HTTP/2 does not send")
          )
        }
        isClosing = true
        return loop.fail(exchange, .notExecuted("the connection opens no more streams"))
      }
      exchange.stream = stream
      starting.append(exchange)
      connection.flushSoon()
    }

    /// An exchange is over; its stream is reset unless it is complete.
    func end(_ exchange: Exchange) {
      count -= 1
      guard let stream = exchange.stream else { return }
      exchange.stream = nil
      if let session, stream.verdict == nil, !stream.hasEnded || !stream.isRequestWhole {
        session.reset(stream, code: stream.hasEnded ? 0 : 8)
        connection.flushSoon()
      }
    }

    /// An exchange has heard nothing for too long: no other uses the connection until the server has said something.
    ///
    /// Whoever cancels it may have waited for a short time only.
    func doubt(_ exchange: Exchange, isCancelled: Bool = false) {
      guard !isClosing, doubtedUntil == nil else { return }
      // Not where a call has used up its time while bytes came.
      let (heard, sent) = (connection.lastReceived, exchange.lastActivity)
      let isQuiet = loop.now >= heard.advanced(byNanoseconds: HTTP2Link.quiet)
      if isCancelled {
        let hasWaited = isQuiet || loop.now >= sent.advanced(byNanoseconds: HTTP2Link.cancelledWait)
        guard exchange.phase == .sent, heard < sent, hasWaited else { return }
      }
      guard heard < sent || isQuiet else { return }
      doubtedUntil = loop.now.advanced(byNanoseconds: HTTP2Link.patience)
      session?.ping()
      connection.flushSoon()
      loop.timers.wake(connection, by: loop.now.advanced(byNanoseconds: HTTP2Link.patience))
    }

    /// Waits no longer than that for what the server says first, and for it to allow streams again.
    func expectSettings() {
      guard let session, let due = session.hasSettings ? allowsSomeBy : settingsDue else { return }
      guard due <= loop.now else { return loop.timers.wake(connection, by: due) }
      session.hasSettings = true
      allowsSomeBy = nil
      connection.pool.serve()
    }

    /// The server may have said how many streams it allows.
    func noteLimit() {
      let allowedNone = allowsNone
      allowsNone = session?.streamLimit == 0
      guard allowsNone else { return allowsSomeBy = nil }
      guard !allowedNone else { return }
      let due = loop.now.advanced(byNanoseconds: HTTP2Link.settingsTime)
      allowsSomeBy = due
      loop.timers.wake(connection, by: due)
    }

    /// No other exchange uses the connection; it ends with those that do.
    func retire() {
      (isClosing, doubtedUntil) = (true, nil)
      // What nobody uses is closed once all is said.
      if count == 0 { connection.flushSoon() }
      connection.pool.serve()
    }

    /// Takes bytes of the server.
    func receive(_ bytes: UnsafeRawBufferPointer) {
      let wasDoubted = doubtedUntil != nil
      doubtedUntil = nil
      if session?.receive(bytes, period: loop.now / HTTP2Link.period) != nil { isClosing = true }
      // A server that takes no bytes would else have them wait.
      for stream in session?.takeDecided() ?? [] { if let verdict = stream.verdict { finish(stream, verdict) } }
      if wasDoubted { connection.pool.serve() }
    }

    /// Appends what is to be sent.
    func gather(into queue: ByteQueue, upTo limit: Int) { session?.gather(into: queue, upTo: limit) }

    /// The system, or TLS, has taken all that was gathered but `rest` bytes: a request may be executed once a byte of its
    /// head is there, whatever waits behind it.
    func isTaken(allBut rest: Int) {
      guard let session else { return }
      for exchange in starting where exchange.stream.map({ $0.start < session.gathered - rest }) ?? false {
        exchange.isSent()
      }
    }

    /// An exchange ends here: where its head was begun, the rest of it goes out all the same, at whatever place of the
    /// queue it is.
    func noteHead(of exchange: Exchange) {
      guard let stream = exchange.stream, session?.hasOpened(stream) == true else { return }
      exchange.isSent()
    }

    /// What was gathered is with the system.
    func isFlushed() {
      guard !starting.isEmpty, let session else { return }
      var waiting: [Exchange] = []
      for exchange in starting where !exchange.isOver {
        // One that was made and did not fit yet is with nobody.
        guard let stream = exchange.stream, stream.start < session.gathered else {
          waiting.append(exchange)
          continue
        }
        exchange.outgoing.wireBytes += stream.framed.sent
        if !exchange.outgoing.hasBody { exchange.context.emit(.sent) }
      }
      starting = waiting
    }

    /// The reader of a stream has room again, or never had none.
    func consume(_ exchange: Exchange) {
      guard let stream = exchange.stream, exchange.incoming.unconsumed > 0, !exchange.incoming.isPaused else { return }
      session?.consume(stream, exchange.incoming.unconsumed)
      exchange.incoming.unconsumed = 0
      session?.widen(stream, upTo: widest(exchange, of: 16))
      if wantsWrite { connection.flushSoon() }
    }

    /// The widest window of a stream now: all together may fill that of the connection, and that of a reader is some times
    /// what it wants to have waiting.
    func widest(_ exchange: Exchange, of times: Int) -> Int {
      let wanted = exchange.options.streamWindow.map { $0.multipliedReportingOverflow(by: times) }
      let most = wanted.map { $0.overflow ? .max : $0.partialValue } ?? .max
      return min(HTTP2Link.widestWindow, most, (session?.limits.connectionWindow ?? 0) / max(1, count))
    }

    /// The reader of a stream has room again.
    func readerHasRoom(_ exchange: Exchange) {
      let waited = loop.now - min(loop.now, exchange.incoming.pausedSince)
      if waited > HTTP2Link.readerTime, let stream = exchange.stream { session?.narrow(stream) }
      consume(exchange)
    }

    /// The body of an exchange has bytes again, or consent.
    func resume(_ exchange: Exchange) {
      guard let stream = exchange.stream, exchange.goesOn() else { return }
      session?.resume(stream)
      connection.flushSoon()
    }

    /// Says that no more streams follow.
    func sayGoodbye() { session?.goAway() }

    /// The connection is gone: all exchanges end.
    func fail(_ given: ExchangeFault, _ reason: String?) {
      var fault = given
      if case .connectionEnded = given, let farewell { fault = .connectionEnded(farewell) }
      isClosing = true
      // No body is read for a connection that sends no more.
      for stream in session?.streams.values.map(\.self) ?? [] {
        (stream.owner as? Exchange)?.givesUpRest()
      }
      // What the session has decided of streams, but not told yet.
      session?.gather(into: connection.out, upTo: .max)
      for stream in session?.streams.values.map(\.self) ?? [] {
        guard let exchange = stream.owner as? Exchange, !exchange.isOver else { continue }
        if exchange.incoming.hasEnded {
          loop.finish(exchange, isKept: true)
          continue
        }
        if let verdict = stream.verdict {
          finish(stream, verdict)
          continue
        }
        if exchange.isWhole, session?.frameOfBody !== stream {
          complete(exchange)
          continue
        }
        loop.fail(exchange, exchange.phase == .connecting ? .notExecuted(reason ?? "the connection ended") : fault)
      }
    }
  }
#endif
