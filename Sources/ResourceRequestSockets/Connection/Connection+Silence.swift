// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// How long the peer has been silent.
  extension Connection {
    /// A side that had no data or no room goes on: the peer's silence counts again, from now on.
    func watch(_ exchange: Exchange) {
      lastActivity = loop.now
      exchange.lastActivity = loop.now
      let watched: Timed = link == nil ? self : exchange
      loop.timers.wake(watched, by: exchange.nextMoment(lastActivity: loop.now))
    }

    /// The bytes that the system has not taken yet.
    var waitingBytes: Int { out.count + (tls?.output.count ?? 0) }

    /// When bytes of an exchange last moved, as far as the system was asked.
    func lastMoved(_ exchange: Exchange) -> UInt64 {
      let last = link == nil ? lastActivity : exchange.lastActivity
      guard exchange.isSendingBody, link == nil || delivered.bytes < exchange.outgoing.end else { return last }
      return max(last, delivered.at)
    }

    /// Whether the peer has been silent for too long: no bytes moved in either direction.
    func isSilent(for exchange: Exchange) -> Bool {
      guard exchange.isWatched else { return false }
      if exchange.isSendingBody {
        // What the system has taken may still be moving.
        var waiting: Int32 = 0
        if ioctl(socket, UInt(TIOCOUTQ), &waiting) == 0, bytesSent - Int(waiting) != delivered.bytes {
          let moves = waiting > 0 || delivered.waiting > 0
          delivered = (bytesSent - Int(waiting), Int(waiting), moves ? loop.now : delivered.at)
        }
        // Its peer has had the last of its bytes from now on, and not since they were given to the system.
        if link != nil, delivered.bytes >= exchange.outgoing.end,
          exchange.outgoing.deliveredEnd != exchange.outgoing.end
        {
          exchange.outgoing.deliveredEnd = exchange.outgoing.end
          exchange.lastActivity = max(exchange.lastActivity, delivered.at)
        }
      }
      return loop.now >= lastMoved(exchange).advanced(byNanoseconds: exchange.patience)
    }
  }
#endif
