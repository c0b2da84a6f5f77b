// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// One new connection at a time, where a connection carries many requests.
  ///
  /// libcurl lets requests wait for a connection under way only while it does not know what the host speaks. From then on
  /// every request that finds none opens its own, and all of them stay, since it spreads what comes over all there are.
  extension LoopCore {
    /// Where exchanges share connections: those of a lane on one multi handle.
    struct Seat: Hashable {
      let lane: Lane
      let place: Int
    }

    /// A connection that is being opened where others will be able to share it.
    struct Opening {
      let opener: Exchange
      var held = WaitingLine<Exchange>()
    }

    /// Whether an exchange waits for a connection that another opens; it is started when that stands.
    func holds(_ exchange: Exchange) -> Bool {
      guard !openings.isEmpty, let seat = exchange.seat, openings[seat] != nil else { return false }
      openings[seat]?.held.append(exchange)
      return true
    }

    /// An exchange that was ended no longer waits for another's connection.
    func stopHolding(_ exchange: Exchange) {
      guard exchange.linePosition >= 0, !openings.isEmpty, let seat = exchange.seat else { return }
      openings[seat]?.held.remove(exchange)
    }

    /// Whether a connection that was just opened is as good as a new one.
    func hasNewConnection(for exchange: Exchange) -> Bool {
      guard !lastOpenings.isEmpty, let seat = exchange.seat, let opened = lastOpenings[seat] else { return false }
      return opened > 0 && now < opened &+ 1_000_000_000
    }

    /// Lets libcurl choose a connection for an exchange at once; where it opens one, those that come wait for it.
    func choose(for exchange: Exchange, on multi: MultiHandle) {
      guard !lastOpenings.isEmpty, let seat = exchange.seat, lastOpenings[seat] != nil else { return }
      multi.driveTimers(now: now)
      // One that has a connection may be loose all the same, where connections cannot be told apart.
      if exchange.phase == .connecting, exchange.loosePosition >= 0, openings[seat] == nil {
        openings[seat] = Opening(opener: exchange)
      }
    }

    /// An exchange has a connection, or is over without one.
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

    /// A response came: over HTTP/2 connections to where it came from are shared, over others not, or no longer.
    func learns(_ exchange: Exchange, shares: Bool) {
      guard shares || !lastOpenings.isEmpty, let seat = exchange.seat else { return }
      guard shares else { return lastOpenings[seat] = nil }
      guard lastOpenings[seat] == nil else { return }
      // What is forgotten is learned again with the next answer.
      if lastOpenings.count > 1024 { lastOpenings.removeAll() }
      lastOpenings[seat] = 0
    }
  }

  extension Exchange {
    /// Where it may share connections; `nil` where it cannot.
    fileprivate var seat: LoopCore.Seat? {
      guard options.httpVersion == .negotiated, request.url.origin.isSecure, request.trailers == nil, let place else {
        return nil
      }
      return LoopCore.Seat(lane: lane, place: place)
    }
  }
#endif
