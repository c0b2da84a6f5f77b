// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop

  /// An open connection, and who has it.
  ///
  /// It is in exactly one state. Only its pool lends it, only its exchange gives it back, and it is kept only if the
  /// request was written whole, the response was read whole, the framing allows it, and nothing unasked has arrived.
  /// Everything else closes it.
  ///
  /// Only the loop's thread touches it. Its small fields are read and written whole, so exclusivity of access is not checked.
  final class Connection: Watched {
    enum State {
      /// TLS is being agreed on, for this opening.
      case handshaking(Opening)
      /// Nobody has it.
      case idle
      /// An exchange has it.
      case lent(Exchange)
      /// Any number of exchanges share it, over HTTP/2.
      case shared(HTTP2Link)
      /// Its socket is closed.
      case closed
    }

    /// Where a pool counts a connection.
    enum Place {
      case opening, idle, lent, shared
    }

    /// The address of the other end.
    struct Peer {
      let address: String
      let port: Int
    }

    /// When it was opened, step by step.
    struct History {
      /// When the addresses of its host were known.
      var named: UInt64 = 0
      var connected: UInt64 = 0
      /// When its TLS was agreed on; 0 without TLS.
      var secured: UInt64 = 0
    }

    unowned(unsafe) let loop: LoopCore
    let pool: OriginPool
    /// `nil` for a Unix-domain socket.
    let peer: Peer?
    @exclusivity(unchecked) private(set) var history: History
    /// None once it is closed: the system gives a descriptor to whoever opens the next.
    @exclusivity(unchecked) private(set) var socket: Int32
    let tls: TLSSession?
    @exclusivity(unchecked) private(set) var state: State
    /// Whether what it sent last became much more when it was decoded.
    @exclusivity(unchecked) var grows = false
    /// Whether it said something before it was asked, so that it is not known what its next words answer.
    @exclusivity(unchecked) var spokeFirst = false
    /// Whether it is counted among the idle ones.
    @exclusivity(unchecked) private var isCountedIdle = false
    /// Where it was counted when it was closed.
    @exclusivity(unchecked) private(set) var place = Place.opening
    /// How many exchanges it has served.
    @exclusivity(unchecked) private(set) var served = 0
    /// Whether it has waited in its pool, in which time the peer may have ended it.
    @exclusivity(unchecked) private var hasRested = false
    /// Until when it is kept while nobody has it.
    @exclusivity(unchecked) private(set) var idleUntil = UInt64.max
    /// Who it was used for last.
    @exclusivity(unchecked) private(set) var lifetime: DestinationLifetime?

    /// Whether there may be bytes to read, or the end.
    @exclusivity(unchecked) var isReadable = true
    /// Whether there may be room to write.
    @exclusivity(unchecked) var isWritable = true
    /// Whether the peer has said that it sends no more.
    @exclusivity(unchecked) var hasPeerEnded = false
    /// Why the system took no more, if it did not.
    @exclusivity(unchecked) var brokenBy: Int32?
    /// Whether the last read filled its buffer, so that more may have arrived.
    @exclusivity(unchecked) var hasMore = false
    /// Whether it is in the loop's list of those with more to read.
    @exclusivity(unchecked) var isUnfinished = false
    /// Whether it is in the loop's list of those with something to send.
    @exclusivity(unchecked) var isToBeFlushed = false
    /// When bytes last moved.
    @exclusivity(unchecked) var lastActivity: UInt64 = 0
    /// The bytes that the system took, those of TLS included.
    @exclusivity(unchecked) var bytesSent = 0
    /// The bytes that the system gave, those of TLS included.
    @exclusivity(unchecked) var bytesReceived = 0
    /// When bytes last came.
    @exclusivity(unchecked) var lastReceived: UInt64 = 0
    /// How many bytes the peer's system had received when this one was last asked, how many were on their way, and when
    /// they were last seen to move.
    @exclusivity(unchecked) var delivered = (bytes: 0, waiting: 0, at: UInt64(0))

    /// Bytes that the system did not take yet, before those of the body.
    let out = ByteQueue()
    var parser = ResponseParser()

    /// Creates a connection over a socket that is connected; with a TLS session that is agreed on first, and the opening
    /// is told when it is.
    init(
      _ socket: Int32,
      in pool: OriginPool,
      peer: Peer?,
      history: History,
      tls: TLSSession?,
      for opening: Opening
    ) {
      self.socket = socket
      self.pool = pool
      self.peer = peer
      self.history = history
      self.tls = tls
      state = tls == nil ? .idle : .handshaking(opening)
      loop = pool.loop
      lifetime = opening.lifetime
    }

    /// It is ready: it has been connected, and TLS agreed on.
    ///
    /// - Returns: why it cannot be used.
    func isReady() -> ExchangeFault? {
      if tls != nil { history.secured = loop.now }
      state = .idle
      let isHTTP2 = tls.map { $0.applicationProtocol == .http2 } ?? (pool.lane.versions == .http2PriorKnowledge)
      guard isHTTP2 else {
        guard pool.lane.versions == .http2PriorKnowledge else { return nil }
        return .tls(.tlsHandshakeFailed, "\(pool.place) does not speak HTTP/2", certainlyUnread: true)
      }
      guard let link = HTTP2Link(self) else { return .noMemory }
      state = .shared(link)
      flushSoon()
      return nil
    }

    /// The exchanges that share it.
    var link: HTTP2Link? { if case .shared(let link) = state { link } else { nil } }

    /// The exchange that has it.
    var exchange: Exchange? { if case .lent(let exchange) = state { exchange } else { nil } }

    /// Whether it may serve another exchange, as far as is known.
    var mayBeLent: Bool { end > loop.now && !hasPeerEnded && tls?.isBetweenMessages != false }

    var isClosed: Bool { if case .closed = state { true } else { false } }

    // MARK: Who has it

    private func countIdle(_ isIdle: Bool) {
      guard isIdle != isCountedIdle else { return }
      isCountedIdle = isIdle
      loop.idleCount += isIdle ? 1 : -1
    }

    /// It waits in its pool.
    func rests() {
      hasRested = true
      if idleUntil == .max { keep(pool.lane.connection?.value.idleTime) }
      countIdle(true)
      loop.timers.wake(self, by: end)
    }

    /// Lends it to an exchange, whose request is sent at once.
    func lend(to exchange: Exchange) {
      countIdle(false)
      exchange.connection = self
      exchange.reusesConnection = served > 0 || hasRested && !exchange.options.wantsNewConnection
      served += 1
      exchange.begins(at: loop.now)
      exchange.context.emit(.connected) { event in
        event.peer = peer.map { HostAddress.text($0.address, port: $0.port) }
        event.transport = SocketTransport.name
        event.reusedConnection = exchange.reusesConnection
        event.message = served > 1 ? nil : tls?.security
      }
      lastActivity = loop.now
      if let link {
        link.begin(exchange)
        if !exchange.isOver { loop.timers.wake(exchange, by: exchange.nextMoment(lastActivity: loop.now)) }
        return
      }
      state = .lent(exchange)
      parser.begin(isToHead: exchange.request.method == .head, headLimit: exchange.options.headLimit)
      sendRequest(of: exchange)
      guard case .lent = state else { return }
      loop.timers.wake(self, by: exchange.nextMoment(lastActivity: lastActivity))
    }

    /// The exchange that has it is over; if it is not kept, it is closed.
    func giveBack(_ exchange: Exchange, isKept: Bool) {
      exchange.connection = nil
      // It is its last user's, unless that lifetime has ended: then it stays with the one that lasts.
      if exchange.options.lifetime?.hasEnded != true { lifetime = exchange.options.lifetime }
      keep(exchange.options.sharedConnection?.value.idleTime)
      if let link {
        link.end(exchange)
        pool.returned(self)
        guard link.count == 0, !isClosed else { return }
        // Not within an event of the link: what is left to be said goes first.
        if link.isClosing { return flushSoon() }
        rests()
        return loop.hasIdled = true
      }
      guard case .lent = state else { return }
      guard isKept else { return close() }
      state = .idle
      pool.returned(self)
    }

    private func keep(_ idleTime: Duration?) {
      idleUntil = loop.now.advanced(by: idleTime ?? ConnectionOptions.standardIdleTime)
    }

    /// When it is closed if nobody uses it until then.
    var end: UInt64 { min(idleUntil, lifetime?.end ?? .max) }

    /// It cannot be used; its pool never had it.
    func abandon() {
      state = .closed
      release()
    }

    private func release() {
      loop.poller.forget(socket, of: self)
      loop.closed(socket)
      socket = -1
    }

    /// Closes its socket.
    func close() {
      switch state {
      case .idle: place = .idle
      case .lent: place = .lent
      case .shared: place = .shared
      case .handshaking: place = .opening
      case .closed: return
      }
      sayGoodbye()
      // The goodbye may end streams, and what then follows may have closed it: its descriptor is another's already.
      guard !isClosed else { return }
      countIdle(false)
      state = .closed
      loop.timers.remove(self)
      release()
      pool.lost(self)
    }

    // MARK: What the loop tells it

    override func became(_ readiness: Readiness, _ loop: LoopCore) {
      note(readiness)
      // Reading first: a server that responds early may close, and a write would fail and hide the response.
      read()
      if isWritable { write() }
    }

    private func note(_ readiness: Readiness) {
      if !readiness.isDisjoint(with: [.read, .peerEnded, .broken]) { isReadable = true }
      if readiness.contains(.write) { isWritable = true }
      if !readiness.isDisjoint(with: [.peerEnded, .broken]) { hasPeerEnded = true }
    }

    /// What its socket had become when it was connected: it is not told again.
    func has(alreadyBecome readiness: Readiness) {
      note(readiness)
      if readiness.contains(.read) { spokeFirst = true }
      if hasPeerEnded || readiness.contains(.read) { loop.continueNextTurn(self) }
    }

    override func timeIsUp(_ loop: LoopCore) {
      switch state {
      case .closed, .handshaking: break
      case .idle:
        if end <= loop.now { close() } else { loop.timers.wake(self, by: end) }
      case .shared(let link):
        if let until = link.doubtedUntil {
          guard until <= loop.now else { return loop.timers.wake(self, by: until) }
          // Those that use it have more patience than the one that doubted; they end by their own time.
          link.retire()
        }
        link.expectSettings()
        guard link.count == 0 else { return }
        if link.isOver || end <= loop.now { close() } else { loop.timers.wake(self, by: end) }
      case .lent(let exchange):
        loop.expire(exchange)
        if case .lent(let exchange) = state {
          loop.timers.wake(self, by: max(exchange.nextMoment(lastActivity: lastMoved(exchange)), loop.now + 1))
        }
      }
    }
  }
#endif
