// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The thread of a loopback server: accepts connections and advances those that can continue.
struct LoopbackThread {
  private struct Waiting {
    var connection: any LoopbackSession
    var wish = LoopbackWish.readable
  }

  let listener: Int32
  /// Becomes readable when the server is stopped.
  let end: Int32
  /// Makes the connection of a socket, by how many came before; `nil` refuses it.
  let makeSession: (Int32, Int) -> (any LoopbackSession)?
  private var accepted = 0
  private var connections: [Waiting] = []

  init(listener: Int32, end: Int32, makeSession: @escaping (Int32, Int) -> (any LoopbackSession)?) {
    (self.listener, self.end, self.makeSession) = (listener, end, makeSession)
  }

  /// Serves until the server is stopped, then closes everything.
  mutating func run() {
    while true {
      var polled = [end, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      polled += connections.map(Self.polled)
      guard poll(&polled, nfds_t(polled.count), patience) >= 0 else { continue }
      if polled[0].revents != 0 {
        // Those that have connected are in the records, also where they sent nothing.
        accept()
        break
      }
      let isReady = polled.dropFirst(2).map { $0.revents != 0 }
      for (place, isReady) in isReady.enumerated() { goOn(place, isReady: isReady) }
      connections.removeAll { $0.wish == .closed }
      if polled[1].revents != 0 { accept() }
    }
    // Before the connections, so that a client whose connection has ended is refused.
    LoopbackSocket.end(listener)
    for place in connections.indices { connections[place].connection.close() }
    LoopbackSocket.end(end)
  }

  /// Milliseconds to the end of a pause; -1 if there is none.
  private var patience: Int32 {
    guard let next = connections.compactMap(\.wish.latest).min() else { return -1 }
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: next).components
    guard seconds < 1000 else { return 1_000_000 }
    return max(0, Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1)
  }

  private static func polled(_ waiting: Waiting) -> pollfd {
    let descriptor = waiting.connection.descriptor
    return switch waiting.wish {
    case .readable, .readableUntil: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    case .writable: pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // Not polled at all, since a hang-up would wake the thread for nothing.
    case .moment, .end, .closed: pollfd(fd: -1, events: 0, revents: 0)
    }
  }

  private mutating func accept() {
    while let descriptor = LoopbackSocket.accepted(from: listener) {
      guard let session = makeSession(descriptor, accepted) else {
        LoopbackSocket.end(descriptor)
        continue
      }
      connections.append(Waiting(connection: session))
      accepted += 1
      goOn(connections.count - 1, isReady: true)
    }
  }

  private mutating func goOn(_ place: Int, isReady: Bool) {
    let now = ContinuousClock.now
    guard isReady || (connections[place].wish.latest.map { $0 <= now } ?? false) else { return }
    connections[place].wish = connections[place].connection.advance(now)
  }
}

/// A connection of a loopback server, as far as its thread knows it.
package protocol LoopbackSession {
  /// Its socket, which it owns.
  var descriptor: Int32 { get }

  /// Continues until it has to wait.
  ///
  /// - Parameter now: the time, for pauses.
  /// - Returns: the event it waits for.
  mutating func advance(_ now: ContinuousClock.Instant) -> LoopbackWish

  /// Closes it if it is open.
  mutating func close()
}

/// The event that a connection waits for.
package enum LoopbackWish: Hashable, Sendable {
  case readable
  case writable
  case moment(ContinuousClock.Instant)
  /// What comes first.
  case readableUntil(ContinuousClock.Instant)
  /// The end of the server.
  case end
  /// Nothing: it is closed.
  case closed

  /// When it goes on at the latest; `nil` for no such time.
  var latest: ContinuousClock.Instant? {
    switch self {
    case .moment(let moment), .readableUntil(let moment): moment
    case .readable, .writable, .end, .closed: nil
    }
  }
}
