// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// What has gone over an exchange's connection, in bytes.
  struct Traffic: Equatable {
    /// What the system has taken of the request's body.
    var sent: Int64 = 0
    /// What the peer has acknowledged, where that is known.
    var acknowledged: UInt64 = 0
    /// What has come, where that is known.
    var received: UInt64 = 0
  }

  /// Whether the peer is silent: in neither direction does anything move.
  extension Exchange {
    /// Whether the peer has been silent for too long.
    ///
    /// libcurl calls when it has room for more of a body, and when it has bytes to hand over. In between, megabytes may be
    /// on their way that wait in the system's buffers, so what has moved there is looked at.
    func isSilent(at now: UInt64) -> Bool {
      guard isWatched else { return false }
      look(at: now)
      return now >= lastActivity &+ gap
    }

    private func look(at now: UInt64) {
      let seen = seenTraffic
      if let traffic, traffic != seen { lastActivity = now }
      traffic = seen
      lastLook = now
    }

    private var seenTraffic: Traffic {
      guard let handle else { return Traffic() }
      var traffic = Traffic(sent: Int64(ccurl_sent(handle.curl)))
      // A connection that speaks HTTP/2 is not this exchange's alone.
      if let socket, handle.isAlone(on: knownVersion) {
        _ = ccurl_traffic(socket, &traffic.acknowledged, &traffic.received)
      }
      return traffic
    }
  }
#endif
