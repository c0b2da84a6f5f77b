// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The openings of connections, and the exchanges that own them.
  extension OriginPool {
    /// An opening that nobody waits for.
    var openingForNobody: Opening? { openings.values.first(where: \.isForNobody) }

    /// Whether it has no connection, and none that is being opened.
    var hasNothing: Bool { idle.isEmpty && shared.isEmpty && openings.isEmpty && lent == 0 }

    /// Whether a connection for an exchange begins with a lookup.
    func awaitsName(_ exchange: Exchange) -> Bool {
      guard case .host(let host, _) = target else { return false }
      return loop.names.addresses(of: host, within: exchange.nameCacheTime, at: loop.now) == nil
    }

    /// Opens a connection for an exchange.
    func open(for exchange: Exchange) {
      // No lane keeps any number of idle ones, however many new ones it is asked for.
      let standard = ExchangeOptions.standardConnections
      let most = shares == true ? standard : max(standard, limit(of: exchange))
      while idle.count + shared.count >= most, let oldest { oldest.close() }
      let opening = Opening(in: self, for: exchange)
      openings[ObjectIdentifier(opening)] = opening
      tie(exchange, to: opening)
      opening.begin()
    }

    /// Gives an opening whose owner was served to the next that waits; `false` if nobody does, or if it takes long, and goes
    /// on for nobody.
    func passOn(_ opening: Opening) -> Bool {
      guard let next = waiting.first, !opening.hasTaken(patience) else {
        opening.goesOnForNobody()
        return false
      }
      tie(next, to: opening)
      return true
    }

    /// The owner of an opening has stopped waiting.
    ///
    /// Who waits gets it, unless it takes long: it may never end, and may as well be just about to. So one that takes long
    /// goes on for nobody, and another is begun beside it; where there is no place beside it, it is given up in the end.
    func letGo(_ opening: Opening) {
      let mayGoOn = opening.hasTaken(Opening.lateAfter) && openingForNobody == nil
      let next = waiting.first
      if mayGoOn, next.map({ hasPlaceBeside(for: $0) }) ?? true {
        opening.goesOnForNobody()
        serve()
        loop.hasRoomAgain()
      } else if let next {
        if opening.hasTaken(patience) { losePatience(with: opening) } else { tie(next, to: opening) }
      } else {
        opening.giveUp()
      }
    }

    /// An opening is given up for another; if it has an owner, that one waits before all others.
    func losePatience(with opening: Opening) {
      patience = min(patience * 2, OriginPool.longestPatience)
      opening.giveUp()
    }

    /// Where one that goes on for nobody has the last place, who waits gets it, or another instead of it.
    func takeOver(for exchange: Exchange) -> Bool {
      guard !hasPlaceBeside(for: exchange), let opening = openingForNobody else { return false }
      if opening.hasTaken(patience) { losePatience(with: opening) } else { tie(exchange, to: opening) }
      return true
    }

    /// Whether the limits let another be opened beside those that are being opened.
    private func hasPlaceBeside(for exchange: Exchange) -> Bool {
      hasPlaceToOpen(for: exchange) && (shares == false || openings.count < OriginPool.mostAtOnce)
    }

    func tie(_ exchange: Exchange, to opening: Opening) {
      assert(exchange.opening == nil && exchange.connection == nil, "an exchange has one opening or one connection")
      leaveLines(exchange)
      exchange.begins(at: loop.now)
      opening.serves(exchange)
      exchange.opening = opening
      // Whoever asked for a new connection gets this one and no other.
      if !exchange.options.wantsNewConnection { connecting.append(exchange) }
    }

    /// Fails an exchange of which nothing was sent if its deadline has passed: its timer is looked at after the sockets.
    func failIfLate(_ exchange: Exchange) -> Bool {
      guard exchange.deadline <= loop.now else { return false }
      loop.fail(exchange, .deadlinePassed)
      return true
    }

    func untie(_ exchange: Exchange) {
      guard let opening = exchange.opening else { return }
      connecting.remove(exchange)
      opening.owner = nil
      exchange.opening = nil
    }

    /// Two owners trade their openings.
    private func trade(_ one: Exchange, _ other: Exchange) {
      (one.opening, other.opening) = (other.opening, one.opening)
      one.opening?.owner = one
      other.opening?.owner = other
    }

    /// An exchange that had an opening waits again, before all others.
    private func waitFirst(_ exchange: Exchange) {
      if exchange.options.wantsNewConnection { insisting.prepend(exchange) } else { waiting.prepend(exchange) }
    }

    // MARK: What openings tell

    /// A connection was opened.
    func opened(_ connection: Connection, by opening: Opening) {
      openings[ObjectIdentifier(opening)] = nil
      shares = connection.link != nil
      // The next may take as long.
      patience = min(OriginPool.longestPatience, max(OriginPool.shortestPatience, (loop.now - opening.begun) * 2))
      if shares == true { shared.append(connection) }
      // Who has waited for longest is served first; the owner takes that one's opening over.
      if shares == false, let owner = opening.owner, !owner.options.wantsNewConnection, let first = connecting.first,
        first !== owner
      {
        trade(owner, first)
      }
      if let owner = opening.owner {
        untie(owner)
        if owner.deadline <= loop.now {
          rests(connection)
          loop.fail(owner, .deadlinePassed)
        } else if hasPlace(for: owner) {
          lend(connection, to: owner)
        } else {
          // The place was taken meanwhile.
          owner.waitsForPlace()
          waitFirst(owner)
          rests(connection)
        }
      } else {
        rests(connection)
      }
      serve()
      loop.hasRoomAgain()
    }

    /// Whether there is a connection, or one that is being opened and has not failed.
    private var mayServe: Bool {
      lent > 0 || !idle.isEmpty || !shared.isEmpty || openings.values.contains { !$0.isFailing }
    }

    /// No connection could be opened.
    func failed(_ opening: Opening, _ fault: ExchangeFault) {
      openings[ObjectIdentifier(opening)] = nil
      // The others are not to wait for one attempt after the other.
      if shares != false, !shared.contains(where: { $0.link?.isClosing == false }) { shares = false }
      if fault.isScarcity { loop.noteScarcity() }
      if let owner = opening.owner {
        untie(owner)
        if fault.isScarcity, loop.openSockets > 0, mayServe {
          owner.waitsForPlace()
          waitFirst(owner)
        } else {
          loop.fail(owner, fault)
        }
      }
      if case .nameNotFound = fault, lent == 0, idle.isEmpty, shared.isEmpty {
        // The others would look up the same name again, and there is no connection to wait for.
        while let exchange = waiting.takeFirst() ?? insisting.takeFirst() { loop.fail(exchange, fault) }
      }
      serve()
      loop.hasRoomAgain()
      if isUnused { loop.forget(self) }
    }

    /// The server requires HTTP/1.1 (RFC 9113 §7, HTTP_1_1_REQUIRED): later connections agree on that; `false` if they may not.
    func leavesHTTP2() -> Bool {
      guard lane.versions == .negotiated, let security else { return false }
      // What has been begun since is HTTP/1.1 already.
      guard security.offersHTTP2 else { return true }
      security.leavesHTTP2()
      shares = nil
      for connection in shared { connection.link?.retire() }
      // What is being agreed on may be HTTP/2 still.
      for opening in openings.values where opening.handshaking != nil { opening.giveUp() }
      return true
    }

    /// An opening was given up, since nobody waits for it, or its owner may wait for longer than it.
    func gaveUp(_ opening: Opening) {
      openings[ObjectIdentifier(opening)] = nil
      if let owner = opening.owner {
        untie(owner)
        waitFirst(owner)
      }
      serve()
      loop.hasRoomAgain()
      if isUnused { loop.forget(self) }
    }

    /// The most that are shared at once: a server that allows few streams gets no more than one that shares none.
    func sharedLimit(of exchange: Exchange) -> Int {
      min(limit(of: exchange), ExchangeOptions.standardConnections)
    }

    /// The shared connections that count: not idle ones, which who asked for a new one may not use, nor those that the
    /// server closes once their streams are over.
    var placesTaken: Int { shared.count { $0.link?.takesPlace != false } }

    // MARK: What the loop tells

    /// Closes all idle connections, and gives up those that are being opened.
    func closeIdle() {
      for opening in openings.values { opening.giveUp() }
      for connection in idle + shared { connection.close() }
    }

    /// Lifetimes have ended: idle connections may have to be closed earlier.
    func lifetimesEnded() {
      for connection in idle + shared { loop.timers.wake(connection, by: connection.end) }
    }
  }

  extension Exchange {
    /// For how long a name that was found is known.
    var nameCacheTime: Duration { options.sharedConnection?.value.nameCacheTime ?? .seconds(60) }
  }
#endif
