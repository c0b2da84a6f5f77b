// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

  /// Detects a silent peer: no bytes move in either direction.
  extension Exchange {
    /// Whether the peer has been silent for too long.
    func isSilent(at now: UInt64) -> Bool {
      guard isWatched else { return false }
      // What is seen was asked for now, which may be long after the sockets were looked at.
      silence.look(seenTraffic, at: handle?.loop.now ?? now)
      return silence.isOver(gap, at: now)
    }

    private var seenTraffic: Traffic {
      guard let handle else { return Traffic() }
      var traffic = Traffic(sent: Int64(ccurl_sent(handle.curl)))
      // An HTTP/2 connection is shared with other exchanges.
      if let socket, handle.isAlone(on: knownVersion) {
        _ = ccurl_traffic(socket, &traffic.acknowledged, &traffic.received)
      }
      return traffic
    }
  }
#endif
