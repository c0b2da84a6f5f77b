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
  /// The only one that lends connections; its state changes here and in `OriginPool+Openings`. An exchange that finds
  /// none idle waits, and an opening is begun for it as far as the limits allow; whichever connection is free first goes
  /// to whoever has waited for longest.
  final class OriginPool {
    /// The most openings at once where one may serve all, and the most connections that allow no streams.
    static var mostAtOnce: Int { 4 }
    static var shortestPatience: UInt64 { 1_000_000_000 }
    static var longestPatience: UInt64 { 30_000_000_000 }

    unowned(unsafe) let loop: LoopCore
    let lane: Lane
    /// Where connections lead.
    let target: ConnectionPlan.Target
    /// The one used last at the end.
    var idle: [Connection] = []
    /// Those that exchanges share.
    var shared: [Connection] = []
    /// Whether connections are shared: unknown until the first has agreed on a protocol.
    var shares: Bool?
    /// What its connections agree on for TLS; `nil` without.
    let security: PoolSecurity?
    /// Exchanges for each of which a connection is being opened; all of them have waited for longer than the others.
    ///
    /// An exchange is the owner of the opening that it has, and of no other: only `tie`, `untie` and `trade` change
    /// that. Who has one and may use any connection is in this line, who has none is in the other or was lent a
    /// connection, and nobody is in both.
    var connecting = WaitingLine<Exchange>()
    var waiting = WaitingLine<Exchange>()
    /// Those that wait for a new connection.
    ///
    /// What they need others do not, so neither waits behind the other.
    var insisting = WaitingLine<Exchange>()
    /// Whether exchanges are being served: what that closes or ends must not serve the same one within it.
    private var isServing = false
    private var servesAgain = false
    /// How long an opening may take before one that waits gets another instead of it.
    ///
    /// Twice as long each time that happens, and than the last one that was opened, so that a server that is slow, and not
    /// hung, is waited for.
    var patience = OriginPool.shortestPatience
    /// Connections that are being opened.
    var openings: [ObjectIdentifier: Opening] = [:]
    /// Whether it waits for the place of another's connection; the loop's.
    var isStarved = false
    /// Exchanges that have a connection, and those of them that share it with nobody.
    private(set) var (lent, alone) = (0, 0)

    init(_ lane: Lane, for request: ResolvedRequest, on loop: LoopCore) {
      self.lane = lane
      self.loop = loop
      if lane.versions == .http1_1 { shares = false }
      security = lane.origin.isSecure ? PoolSecurity(lane, for: request) : nil
      let written = ConnectionPlan.Target.host(request.url.host, port: lane.origin.port)
      let target = request.connectionPlan?.target ?? written
      // A final dot keeps resolvers from trying search domains.
      self.target = target == .host(lane.origin.host, port: lane.origin.port) ? written : target
    }

    /// The destination for errors.
    var place: String { lane.place }

    /// Whether nothing is left to be remembered.
    var isUnused: Bool { hasNothing && connecting.isEmpty && waiting.isEmpty && insisting.isEmpty }

    /// The connection that has been idle for longest.
    var oldest: Connection? {
      idle.first ?? shared.lazy.filter { $0.link?.count == 0 }.min { $0.end < $1.end }
    }

    /// An exchange wants a connection.
    func admit(_ exchange: Exchange) {
      if exchange.options.wantsNewConnection { insisting.append(exchange) } else { waiting.append(exchange) }
      serve()
    }

    /// An exchange stops waiting.
    func leave(_ exchange: Exchange) {
      // Whoever is first keeps those behind from what it may not have itself.
      let wasFirst = [insisting.first, connecting.first, waiting.first].contains { $0 === exchange }
      if let opening = exchange.opening {
        untie(exchange)
        letGo(opening)
      } else {
        leaveLines(exchange)
      }
      if wasFirst { serve() }
      if isUnused { loop.forget(self) }
    }

    func leaveLines(_ exchange: Exchange) {
      waiting.remove(exchange)
      insisting.remove(exchange)
    }

    /// Lends what is idle, and opens what is missing.
    func serve() {
      servesAgain = true
      guard !isServing else { return }
      isServing = true
      defer { isServing = false }
      while servesAgain {
        servesAgain = false
        serveInsisting()
        serveOthers()
      }
    }

    /// Those that ask for new connections have waited already: the ones they were lent had ended.
    private func serveInsisting() {
      while let exchange = insisting.first {
        guard !failIfLate(exchange) else { continue }
        let hasPlace = hasPlace(for: exchange)
        if let connection = takeShared(for: exchange) ?? (hasPlace ? takeIdle(openedSince: exchange.accepted) : nil) {
          lend(connection, to: exchange)
        } else if hasPlace, mayOpen(for: exchange, closingOwn: true) {
          open(for: exchange)
        } else if !hasPlace || !takeOver(for: exchange) {
          return
        }
      }
    }

    private func serveOthers() {
      while let exchange = connecting.first ?? waiting.first {
        guard !failIfLate(exchange) else { continue }
        let hasPlace = hasPlace(for: exchange)
        if let connection = takeShared(for: exchange) ?? (hasPlace ? takeIdle() : nil) {
          lend(connection, to: exchange)
        } else if hasPlace, let next = waiting.first, mayOpen(for: next) {
          open(for: next)
        } else if !hasPlace || !(waiting.first.map { takeOver(for: $0) } ?? false) {
          return
        }
      }
    }

    /// Whether another connection may be opened now.
    private func mayOpen(for exchange: Exchange, closingOwn: Bool = false) -> Bool {
      guard shares == false || !mayServeAllSoon(exchange) else { return false }
      return hasPlaceToOpen(for: exchange) && loop.hasRoom(for: exchange, of: self, closingOwn: closingOwn)
    }

    /// Whether the limits let another connection be opened beside those that there are.
    func hasPlaceToOpen(for exchange: Exchange) -> Bool {
      let count = alone + placesTaken
      // Others share what there is without end, so who asked for a new one would never find a place: it gets one more.
      let spare = exchange.options.wantsNewConnection ? 1 : 0
      let most = shares == true ? sharedLimit(of: exchange) + spare : limit(of: exchange)
      return count + openings.count < most
    }

    /// Whether one that is being opened may serve all that wait, or one that is there may have room: no other is opened.
    private func mayServeAllSoon(_ exchange: Exchange) -> Bool {
      openings.count >= OriginPool.mostAtOnce || openings.values.contains { !$0.isSlow }
        || shared.contains { $0.link?.mayHaveRoomSoon == true && suits($0, exchange) }
        || shared.count { $0.link.map { $0.allowsNone && !$0.isClosing } ?? false } >= OriginPool.mostAtOnce
    }

    /// A shared connection with room; for who asked for a new one, none that has served others.
    private func takeShared(for exchange: Exchange) -> Connection? {
      let mayTake = { (connection: Connection) in connection.link?.hasRoom == true && self.suits(connection, exchange) }
      // The one beside the limit is for who asks for a new one: while older ones have room, others leave it to the next.
      let isFull =
        shared.count > 1 && !exchange.options.wantsNewConnection && placesTaken >= sharedLimit(of: exchange)
      guard isFull else { return shared.last(where: mayTake) }
      // An idle one would take another place.
      return shared.first { mayTake($0) && $0.link?.takesPlace == true } ?? shared.first(where: mayTake)
    }

    private func suits(_ connection: Connection, _ exchange: Exchange) -> Bool {
      // One that its server has spoken on since is as good as a new one.
      let known = max(connection.history.connected, connection.link == nil ? 0 : connection.lastReceived)
      let isNew = exchange.options.mayShareNewConnection && known >= exchange.accepted
      return !connection.hasPeerEnded && (!exchange.options.wantsNewConnection || isNew)
    }

    /// The most connections at once.
    func limit(of exchange: Exchange) -> Int { exchange.options.maxConnections ?? ExchangeOptions.standardConnections }

    /// Whether its limit lets an exchange have a connection; as many as have room there may share one.
    func hasPlace(for exchange: Exchange) -> Bool { shares == true || alone < limit(of: exchange) }

    /// One that nobody has used, for who asked for a new one.
    private func takeIdle(openedSince moment: UInt64) -> Connection? {
      let isNew = { (connection: Connection) in connection.served == 0 && connection.history.connected >= moment }
      guard let place = idle.lastIndex(where: isNew) else { return nil }
      // Looked at as any other, as the one used last.
      idle.append(idle.remove(at: place))
      guard let connection = takeIdle() else { return nil }
      if isNew(connection) { return connection }
      idle.append(connection)
      return nil
    }

    private func takeIdle() -> Connection? {
      // The one used last: it is most likely still open, and the others can reach the end of their idle time.
      while let connection = idle.last {
        // What it has said and nobody read was not asked for, and must not become a response (RFC 9112 §9.2). It is not read
        // here: another connection's bytes may be in the loop's buffer.
        let isSeen = loop.hasSeenAll || loop.told == ObjectIdentifier(connection)
        if connection.mayBeLent, isSeen && !connection.isUnfinished || connection.isSilent {
          idle.removeLast()
          return connection
        }
        connection.close()
      }
      return nil
    }

    func lend(_ connection: Connection, to exchange: Exchange) {
      var isOrphaned = false
      if let opening = exchange.opening {
        untie(exchange)
        // Without another owner it goes on for a while: its connection will be idle.
        isOrphaned = !passOn(opening)
      } else {
        leaveLines(exchange)
      }
      assert(exchange.connection == nil && !exchange.isOver, "an exchange is lent one connection, once")
      lent += 1
      if connection.link == nil { alone += 1 }
      loop.timers.remove(exchange)
      connection.lend(to: exchange)
      guard isOrphaned else { return }
      // Its place may be taken over now.
      serve()
      loop.hasRoomAgain()
    }

    // MARK: What connections tell

    /// A connection is free again.
    func returned(_ connection: Connection) {
      lent -= 1
      if connection.link == nil {
        alone -= 1
        rests(connection)
      }
      loop.hasRoomForBare()
      serve()
      loop.hasRoomAgain()
    }

    func rests(_ connection: Connection) {
      if connection.link == nil { idle.append(connection) }
      connection.rests()
    }

    /// A connection was closed.
    func lost(_ connection: Connection) {
      switch connection.place {
      case .opening: return
      case .idle: if let place = idle.lastIndex(where: { $0 === connection }) { idle.remove(at: place) }
      case .lent:
        lent -= 1
        alone -= 1
      case .shared: if let place = shared.firstIndex(where: { $0 === connection }) { shared.remove(at: place) }
      }
      if hasNothing { loop.becameBare(self) }
      if loop.isMakingRoom {
        servesAgain = true
        if !isServing, !waiting.isEmpty || !insisting.isEmpty { loop.starve(self, in: hasNothing ? \.bare : \.starved) }
      } else {
        loop.hasRoomForBare()
        serve()
        loop.hasRoomAgain()
      }
      if isUnused { loop.forget(self) }
    }
  }
#endif
