// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The sockets of all pools, which share one limit.
  extension LoopCore {
    /// A socket was opened.
    func opened(_ socket: Int32) { openSockets += 1 }

    /// Closes a socket that nothing watches any more.
    func closed(_ socket: Int32) {
      openSockets -= 1
      _ = close(socket)
    }

    /// Whether an opening may try another address beside those that it tries, and not only instead of one.
    var hasRoomForTrials: Bool { openSockets < budget.exchanges + budget.lookups }

    /// Whether another connection may be opened for a pool; idle ones are closed for it, and on demand its own.
    func hasRoom(for pool: OriginPool, closingOwn: Bool) -> Bool {
      while openSockets + awaitedSockets >= budget.exchanges {
        if let opening = pools.values.lazy.compactMap(\.openingForNobody).first {
          opening.giveUp()
          continue
        }
        let others = pools.values.lazy.filter { closingOwn || $0 !== pool }
        guard let oldest = others.compactMap(\.oldest).min(by: { $0.end < $1.end }) else {
          if !pool.isStarved { starved.append(pool) }
          pool.isStarved = true
          return false
        }
        // Another that waits may take its place at once.
        oldest.close()
      }
      return true
    }

    /// A connection became idle or was closed: others may have waited for its place.
    ///
    /// They are served in turn until one finds no place again. That one is the last then, unless it had none at all; where it
    /// has idle connections, which are not closed for it, another may have their place.
    func hasRoomAgain() {
      guard !starved.isEmpty else { return }
      let pools = starved
      starved = []
      for (number, pool) in pools.enumerated() {
        let openings = pool.openings.count
        pool.isStarved = false
        pool.serve()
        let hasTaken = pool.openings.count > openings
        guard pool.isStarved, hasTaken || pool.oldest == nil else { continue }
        let rest = pools[(number + 1)...]
        starved = hasTaken ? rest + starved : starved + rest
        return
      }
    }
  }
#endif
