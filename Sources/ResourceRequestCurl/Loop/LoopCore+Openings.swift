// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Opens one connection at a time if connections are shared (HTTP/2).
  ///
  /// libcurl makes requests wait for a connection in progress only until it knows the host's protocol. Afterwards every
  /// request without a connection opens its own, and all of them stay, since libcurl spreads requests over all of them.
  extension LoopCore {
    /// A place where exchanges share connections: a lane on a multi handle.
    struct Seat: Hashable {
      let lane: Lane
      let place: Int
    }

    /// A connection in progress that others will share.
    struct Opening {
      let opener: Exchange
      var held = WaitingLine<Exchange>()
    }

    /// Whether an exchange waits for a connection in progress; it starts when that is established.
    func holds(_ exchange: Exchange) -> Bool {
      guard !openings.isEmpty, let seat = exchange.seat, openings[seat] != nil else { return false }
      openings[seat]?.held.append(exchange)
      return true
    }

    /// An exchange that was ended no longer waits for a connection in progress.
    func stopHolding(_ exchange: Exchange) {
      guard exchange.linePosition >= 0, !openings.isEmpty, let seat = exchange.seat else { return }
      openings[seat]?.held.remove(exchange)
    }

    /// Whether a connection was opened so recently that it counts as new.
    func hasNewConnection(for exchange: Exchange) -> Bool {
      guard !lastOpenings.isEmpty, let seat = exchange.seat, let opened = lastOpenings[seat] else { return false }
      return opened > 0 && now < opened &+ 1_000_000_000
    }

    /// Lets libcurl choose a connection for an exchange at once; if it opens one, later exchanges wait for it.
    func choose(for exchange: Exchange, on multi: MultiHandle) {
      guard !lastOpenings.isEmpty, let seat = exchange.seat, lastOpenings[seat] != nil else { return }
      multi.driveTimers(now: now)
      // An exchange with a connection may still be loose, if connections cannot be distinguished.
      if exchange.phase == .connecting, exchange.loosePosition >= 0, openings[seat] == nil {
        openings[seat] = Opening(opener: exchange)
      }
    }

    /// Records that an exchange has a connection, or has ended without one.
    func openingEnded(_ exchange: Exchange, _ end: OpeningEnd) {
      guard !openings.isEmpty, let seat = exchange.seat, openings[seat]?.opener === exchange else { return }
      guard var opening = openings.removeValue(forKey: seat) else { return }
      switch end {
      case .stands: lastOpenings[seat] = now
      case .givenUp: break
      // The others try at the same time, and fail at the same time if they do.
      case .failed: lastOpenings[seat] = nil
      }
      unheld += opening.held.takeAll()
    }

    /// How the opening of a connection ended.
    enum OpeningEnd {
      case stands, givenUp, failed
    }

    /// A response arrived: over HTTP/2 connections to its origin are shared, otherwise not, or no longer.
    func learns(_ exchange: Exchange, shares: Bool) {
      guard shares || !lastOpenings.isEmpty, let seat = exchange.seat else { return }
      guard shares else { return lastOpenings[seat] = nil }
      guard lastOpenings[seat] == nil else { return }
      // What is forgotten here is learned again from the next response.
      if lastOpenings.count > 1024 { lastOpenings.removeAll() }
      lastOpenings[seat] = 0
    }
  }

  extension Exchange {
    /// Where it may share connections; `nil` if it cannot.
    fileprivate var seat: LoopCore.Seat? {
      guard options.httpVersion == .negotiated, request.url.origin.isSecure, request.trailers == nil, let place else {
        return nil
      }
      return LoopCore.Seat(lane: lane, place: place)
    }
  }
#endif
