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
    private var connecting = WaitingLine<Exchange>()
    private var waiting = WaitingLine<Exchange>()
    private var openings = 0
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
      idle.isEmpty && shared.isEmpty && connecting.isEmpty && waiting.isEmpty && openings == 0 && lent == 0
    }

    var idleCount: Int { idle.count }

    /// The connection that has been idle for longest.
    var oldest: Connection? { idle.first }

    /// An exchange wants a connection.
    func admit(_ exchange: Exchange) {
      waiting.append(exchange)
      serve()
    }

    /// An exchange stops waiting.
    func leave(_ exchange: Exchange) {
      guard let opening = exchange.opening else { return waiting.remove(exchange) }
      connecting.remove(exchange)
      exchange.opening = nil
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
      guard shares == false || openings == 0 else { return false }
      return (shares == true || lent + openings < limit) && loop.hasRoom(for: self)
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
      waiting.remove(exchange)
      openings += 1
      let opening = Opening(for: exchange, in: self)
      exchange.opening = opening
      exchange.begins(at: loop.now)
      // Whoever asked for a new connection gets this one and no other.
      if !exchange.options.wantsNewConnection { connecting.append(exchange) }
      opening.begin()
    }

    /// Gives an opening whose owner does not need it any more to the next that waits; `false` if nobody does.
    private func passOn(_ opening: Opening) -> Bool {
      opening.owner = nil
      guard let next = waiting.first, !next.options.wantsNewConnection else { return false }
      waiting.remove(next)
      opening.owner = next
      next.opening = opening
      next.begins(at: loop.now)
      connecting.append(next)
      return true
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
        connecting.remove(exchange)
        exchange.opening = nil
        // Without another owner it goes on: its connection will be idle.
        if opening.owner === exchange { _ = passOn(opening) }
      } else {
        waiting.remove(exchange)
      }
      lent += 1
      loop.timers.remove(exchange)
      connection.lend(to: exchange)
    }

    // MARK: What connections tell

    /// A connection was opened.
    func opened(_ connection: Connection, by opening: Opening) {
      openings -= 1
      shares = connection.link != nil
      if shares == true {
        shared.append(connection)
        if let owner = opening.owner {
          opening.owner = nil
          lend(connection, to: owner)
        } else {
          connection.rests()
        }
        return serve()
      }
      if let owner = opening.owner, owner.options.wantsNewConnection {
        opening.owner = nil
        lend(connection, to: owner)
      } else if let exchange = connecting.first ?? waiting.first, !exchange.options.wantsNewConnection,
        lent < limit(of: exchange)
      {
        // The owner of this opening, if it is another, takes the place of the one that is served.
        if let owner = opening.owner, owner !== exchange, let other = exchange.opening {
          other.owner = owner
          owner.opening = other
        }
        opening.owner = nil
        exchange.opening = exchange.opening === opening ? nil : exchange.opening
        connecting.remove(exchange)
        waiting.remove(exchange)
        exchange.opening = nil
        lent += 1
        loop.timers.remove(exchange)
        connection.lend(to: exchange)
      } else {
        opening.owner?.opening = nil
        opening.owner = nil
        rests(connection)
      }
      serve()
    }

    /// No connection could be opened.
    func failed(_ opening: Opening, _ fault: ExchangeFault) {
      openings -= 1
      // The others are not to wait for one attempt after the other.
      if shares == nil { shares = false }
      if let owner = opening.owner {
        opening.owner = nil
        connecting.remove(owner)
        owner.opening = nil
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
      openings -= 1
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
      idle.append(connection)
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

    /// Closes all idle connections.
    func closeIdle() {
      for connection in idle + shared { connection.close() }
    }

    /// Tenures have ended: idle connections may have to be closed earlier.
    func tenuresEnded() {
      for connection in idle + shared { loop.timers.wake(connection, by: connection.end) }
    }
  }
#endif
