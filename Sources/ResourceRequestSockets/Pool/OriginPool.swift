// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The exchanges that may share connections, and so share limits: one origin, endpoint, and set of connection options.
  struct Lane: Hashable {
    let origin: Origin
    let endpoint: Endpoint?
    let connection: SharedConnectionOptions?
    /// The HTTP versions that may be agreed on over TLS; without TLS it is always the same.
    let versions: HTTPVersionPolicy

    init(_ request: ResolvedRequest) {
      origin = request.url.origin
      endpoint = request.endpoint
      connection = request.options.sharedConnection
      let versions = request.options.httpVersion
      self.versions = versions == .negotiated && !origin.isSecure ? .http1_1 : versions
    }
  }

  /// The connections of one lane, and the exchanges that wait for one.
  ///
  /// The only one that lends connections. An exchange that finds none idle waits, and an opening is begun for it as far
  /// as the limits allow; whichever connection is free first goes to whoever has waited for longest.
  final class OriginPool {
    unowned(unsafe) let loop: LoopCore
    let lane: Lane
    /// Where connections lead.
    let target: ConnectionPlan.Target
    /// The one used last at the end.
    private var idle: [Connection] = []
    /// Those that exchanges share.
    private var shared: [Connection] = []
    /// Whether connections are shared: unknown until the first has agreed on a protocol.
    private var shares: Bool?
    /// What its connections agree on for TLS; `nil` without.
    let security: PoolSecurity?
    /// Exchanges for each of which a connection is being opened; all of them have waited for longer than the others.
    ///
    /// An exchange is the owner of the opening that it has, and of no other: only `tie`, `untie` and `trade` change
    /// that. Who has one and may use any connection is in this line, who has none is in the other or was lent a
    /// connection, and nobody is in both.
    private var connecting = WaitingLine<Exchange>()
    private var waiting = WaitingLine<Exchange>()
    /// Connections that are being opened.
    private(set) var openings: [ObjectIdentifier: Opening] = [:]
    /// Exchanges that have a connection.
    private var lent = 0

    init(_ lane: Lane, for request: ResolvedRequest, on loop: LoopCore) {
      self.lane = lane
      self.loop = loop
      if lane.versions == .http1_1 { shares = false }
      security = lane.origin.isSecure ? PoolSecurity(lane, for: request) : nil
      target = request.connectionPlan?.target ?? .host(request.url.host, port: request.url.origin.port)
    }

    /// The destination for errors.
    var place: String { lane.place }

    /// Whether nothing is left to be remembered.
    var isUnused: Bool {
      idle.isEmpty && shared.isEmpty && connecting.isEmpty && waiting.isEmpty && openings.isEmpty && lent == 0
    }

    var idleCount: Int { idle.count }

    /// The connection that has been idle for longest.
    var oldest: Connection? {
      idle.first ?? shared.lazy.filter { $0.link?.count == 0 }.min { $0.end < $1.end }
    }

    /// An exchange wants a connection.
    func admit(_ exchange: Exchange) {
      waiting.append(exchange)
      serve()
    }

    /// An exchange stops waiting.
    func leave(_ exchange: Exchange) {
      guard let opening = exchange.opening else { return waiting.remove(exchange) }
      untie(exchange)
      if !passOn(opening) { opening.giveUp() }
    }

    /// Lends what is idle, and opens what is missing.
    func serve() {
      while let exchange = connecting.first ?? waiting.first {
        let limit = limit(of: exchange)
        guard lent < limit else { return }
        if let connection = takeShared(for: exchange) {
          lend(connection, to: exchange)
        } else if !exchange.options.wantsNewConnection, let connection = takeIdle() {
          lend(connection, to: exchange)
        } else if exchange.opening == nil, mayOpen(limit) {
          open(for: exchange)
        } else if exchange.opening != nil, let next = waiting.first, next.options.wantsNewConnection || idle.isEmpty,
          mayOpen(self.limit(of: next))
        {
          open(for: next)
        } else {
          return
        }
      }
    }

    /// Whether another connection may be opened now.
    private func mayOpen(_ limit: Int) -> Bool {
      // One at a time where it may serve all that wait.
      guard shares == false || openings.isEmpty else { return false }
      // A server that allows few streams gets no more connections than one that shares none. Idle ones do not count: who
      // asked for a new connection may use none of them.
      let count = shares == true ? shared.count { $0.link?.count != 0 || $0.link?.hasRoom != true } : lent
      let most = shares == true ? min(limit, ExchangeOptions.standardConnections) : limit
      return count + openings.count < most && loop.hasRoom(for: self)
    }

    /// A shared connection with room; for who asked for a new one, none that has served others.
    private func takeShared(for exchange: Exchange) -> Connection? {
      guard !shared.isEmpty else { return nil }
      let mayBeUsed = !exchange.options.wantsNewConnection || exchange.options.mayShareNewConnection
      return shared.last { connection in
        connection.link?.hasRoom == true && !connection.hasPeerEnded
          && (!exchange.options.wantsNewConnection || mayBeUsed && connection.history.connected >= exchange.accepted)
      }
    }

    /// The most exchanges at once; the standard limit counts connections, so it is none where those are shared.
    private func limit(of exchange: Exchange) -> Int {
      exchange.options.maxConnections ?? (shares == true ? .max : ExchangeOptions.standardConnections)
    }

    private func open(for exchange: Exchange) {
      let opening = Opening(in: self, options: exchange.options)
      openings[ObjectIdentifier(opening)] = opening
      tie(exchange, to: opening)
      opening.begin()
    }

    /// Gives an opening that has no owner any more to the next that waits; `false` if nobody does.
    private func passOn(_ opening: Opening) -> Bool {
      guard let next = waiting.first, !next.options.wantsNewConnection else { return false }
      tie(next, to: opening)
      return true
    }

    private func tie(_ exchange: Exchange, to opening: Opening) {
      waiting.remove(exchange)
      (opening.owner, exchange.opening) = (exchange, opening)
      exchange.begins(at: loop.now)
      // Whoever asked for a new connection gets this one and no other.
      if !exchange.options.wantsNewConnection { connecting.append(exchange) }
    }

    private func untie(_ exchange: Exchange) {
      connecting.remove(exchange)
      exchange.opening?.owner = nil
      exchange.opening = nil
    }

    /// Two owners trade their openings.
    private func trade(_ one: Exchange, _ other: Exchange) {
      (one.opening, other.opening) = (other.opening, one.opening)
      one.opening?.owner = one
      other.opening?.owner = other
    }

    private func takeIdle() -> Connection? {
      // The one used last: it is most likely still open, and the others can reach the end of their idle time.
      while let connection = idle.last {
        if connection.end > loop.now, !connection.hasPeerEnded {
          idle.removeLast()
          return connection
        }
        connection.close()
      }
      return nil
    }

    private func lend(_ connection: Connection, to exchange: Exchange) {
      if let opening = exchange.opening {
        untie(exchange)
        // Without another owner it goes on: its connection will be idle.
        _ = passOn(opening)
      } else {
        waiting.remove(exchange)
      }
      assert(exchange.connection == nil && !exchange.isOver, "an exchange is lent one connection, once")
      lent += 1
      loop.timers.remove(exchange)
      connection.lend(to: exchange)
    }

    // MARK: What connections tell

    /// A connection was opened.
    func opened(_ connection: Connection, by opening: Opening) {
      openings[ObjectIdentifier(opening)] = nil
      shares = connection.link != nil
      if shares == true { shared.append(connection) }
      // Who has waited for longest is served first; the owner takes that one's opening over.
      if shares == false, let owner = opening.owner, !owner.options.wantsNewConnection, let first = connecting.first,
        first !== owner
      {
        trade(owner, first)
      }
      if let owner = opening.owner {
        untie(owner)
        // If the place is taken meanwhile, it waits before all others.
        waiting.prepend(owner)
        if lent < limit(of: owner) { lend(connection, to: owner) } else { rests(connection) }
      } else {
        rests(connection)
      }
      serve()
    }

    /// No connection could be opened.
    func failed(_ opening: Opening, _ fault: ExchangeFault) {
      openings[ObjectIdentifier(opening)] = nil
      // The others are not to wait for one attempt after the other.
      if shares == nil { shares = false }
      if let owner = opening.owner {
        untie(owner)
        loop.fail(owner, fault)
      }
      if case .nameNotFound = fault {
        // The others would look up the same name again.
        while let exchange = waiting.takeFirst() { loop.fail(exchange, fault) }
      }
      serve()
      loop.hasRoomAgain()
      if isUnused { loop.forget(self) }
    }

    /// An opening was given up, since nobody waits for it.
    func gaveUp(_ opening: Opening) {
      openings[ObjectIdentifier(opening)] = nil
      serve()
      loop.hasRoomAgain()
      if isUnused { loop.forget(self) }
    }

    /// A connection is free again.
    func returned(_ connection: Connection) {
      lent -= 1
      if connection.link == nil { rests(connection) }
      if connecting.isEmpty, waiting.isEmpty { loop.hasRoomAgain() } else { serve() }
    }

    private func rests(_ connection: Connection) {
      if connection.link == nil { idle.append(connection) }
      connection.rests()
    }

    /// A connection was closed.
    func lost(_ connection: Connection) {
      switch connection.place {
      case .opening: return
      case .idle: if let place = idle.lastIndex(where: { $0 === connection }) { idle.remove(at: place) }
      case .lent: lent -= 1
      case .shared: if let place = shared.firstIndex(where: { $0 === connection }) { shared.remove(at: place) }
      }
      serve()
      loop.hasRoomAgain()
      if isUnused { loop.forget(self) }
    }

    /// Closes all idle connections, and gives up those that are being opened.
    func closeIdle() {
      for opening in openings.values { opening.giveUp() }
      for connection in idle + shared { connection.close() }
    }

    /// Tenures have ended: idle connections may have to be closed earlier.
    func tenuresEnded() {
      for connection in idle + shared { loop.timers.wake(connection, by: connection.end) }
    }
  }
#endif
