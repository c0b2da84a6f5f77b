// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The sockets of all pools, which share one limit.
  extension LoopCore {
    /// A socket was opened.
    func opened(_ socket: Int32) {
      openSockets += 1
      budget.note(1)
    }

    /// Closes a socket that nothing watches any more.
    func closed(_ socket: Int32) {
      openSockets -= 1
      budget.note(-1)
      _ = close(socket)
    }

    /// A socket will be opened once a name is known, or with -1 none is awaited any more.
    func awaits(_ change: Int) {
      awaitedSockets += change
      budget.note(change)
    }

    private var endOfScarcity: UInt64 { now.advanced(byNanoseconds: 1_000_000_000) }

    /// The system refused a socket: for a second there are no more than there are.
    func noteScarcity() {
      let end = endOfScarcity
      // Where one is refused although another was closed for it since the last, that does not help.
      let isInVain = scarcity.map { $0.isInVain || $0.hasClosed } ?? false
      scarcity = (max(1, openSockets), end, false, isInVain)
      timers.wake(scarcityEnd, by: end)
    }

    /// Wakes those that wait when a scarcity ends: a descriptor that others close wakes nobody.
    final class ScarcityEnd: Timed {
      override func timeIsUp(_ loop: LoopCore) {
        if let end = loop.scarcity?.end, loop.now < end { return loop.timers.wake(self, by: end) }
        loop.scarcity = nil
        loop.hasRoomAgain()
      }
    }

    /// The most sockets beside those that other transports have, or will have once names are known.
    private var socketShare: Int { budget.exchanges(of: openSockets + awaitedSockets) }

    /// The most sockets that exchanges may have now.
    private var mostSockets: Int {
      let most = socketShare
      if let scarcity, now < scarcity.end { return min(scarcity.sockets, most) }
      return most
    }

    /// Whether an opening may try another address beside those that it tries, and not only instead of one.
    var hasRoomForTrials: Bool { openSockets < socketShare + budget.lookups }

    /// Whether another connection may be opened for an exchange of a pool; idle ones are closed for it, and on demand its own.
    func hasRoom(for exchange: Exchange, of pool: OriginPool, closingOwn: Bool) -> Bool {
      // Names that are not found for long leave half of the places to addresses, and to names that are known.
      if awaitedSockets >= mostAwaited, pool.awaitsName(exchange) {
        starve(pool, in: \.unnamed)
        return false
      }
      while openSockets + awaitedSockets >= mostSockets {
        if let opening = pools.values.lazy.compactMap(\.openingForNobody).first {
          opening.giveUp()
          continue
        }
        let others = pools.values.lazy.filter { closingOwn || $0 !== pool }
        guard idleCount > 0, scarcity?.isInVain != true,
          let oldest = others.compactMap(\.oldest).min(by: { $0.end < $1.end })
        else {
          // What other transports give back wakes nobody here.
          if mostSockets < budget.exchanges { timers.wake(scarcityEnd, by: endOfScarcity) }
          starve(pool, in: pool.hasNothing ? \.bare : \.starved)
          return false
        }
        isMakingRoom = true
        oldest.close()
        scarcity?.hasClosed = true
        isMakingRoom = false
      }
      return true
    }

    private var mostAwaited: Int { max(1, budget.exchanges / 2) }

    /// A pool waits for the place of another's connection.
    func starve(_ pool: OriginPool, in line: ReferenceWritableKeyPath<LoopCore, [OriginPool]>) {
      if !pool.isStarved { self[keyPath: line].append(pool) }
      pool.isStarved = true
    }

    /// A pool that waits has lost its last connection.
    func becameBare(_ pool: OriginPool) {
      guard pool.isStarved, let place = starved.firstIndex(where: { $0 === pool }) else { return }
      bare.append(starved.remove(at: place))
    }

    /// The place of a connection is free, or may be taken from it: an origin that has none goes before those that have some.
    func hasRoomForBare() {
      guard !bare.isEmpty else { return }
      let pool = bare.removeFirst()
      pool.isStarved = false
      pool.serve()
    }

    /// A connection became idle or was closed: others may have waited for its place.
    func hasRoomAgain() {
      if !bare.isEmpty || !starved.isEmpty {
        let pools = bare + starved
        (bare, starved) = ([], [])
        serve(pools)
      }
      guard !unnamed.isEmpty, awaitedSockets < mostAwaited else { return }
      let pools = unnamed
      unnamed = []
      serve(pools)
    }

    /// Serves pools in turn until one finds no place again.
    ///
    /// That one is the last then, unless it had none at all; where it has idle connections, which are not closed for it, another
    /// may have their place.
    private func serve(_ pools: [OriginPool]) {
      for (number, pool) in pools.enumerated() {
        let openings = pool.openings.count
        pool.isStarved = false
        pool.serve()
        let hasTaken = pool.openings.count > openings
        guard pool.isStarved, hasTaken || pool.oldest == nil else { continue }
        let rest = pools[(number + 1)...]
        bare += rest.filter(\.hasNothing)
        let others = rest.filter { !$0.hasNothing }
        starved = hasTaken ? others + starved : starved + others
        return
      }
    }
  }
#endif
