// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The open connections: how many exchanges use each, and until when an idle one is kept.
  ///
  /// An exchange uses a connection from the moment libcurl has chosen it until the exchange is back. This is counted,
  /// and never inferred from the sockets that libcurl wants watched: libcurl may reuse a connection, send, receive and
  /// be paused without mentioning its socket. Other sockets than connections' are unknown. Times are in nanoseconds.
  struct Connections {
    /// A connection as long as it is open; the number of its socket is reused by later connections.
    struct Identity: Equatable {
      let socket: Int32
      fileprivate let opening: UInt32
    }

    private struct Connection {
      var isOpen = false
      /// Counts the connections that have had this number.
      var opening: UInt32 = 0
      /// Which of them was last shut down while it was idle, and which because its peer held libcurl; 0 for none.
      ///
      /// Kept when the number is used again, since the exchange that had the connection may not have ended yet.
      var cutOpening: UInt32 = 0
      var floodedOpening: UInt32 = 0
      /// The only origin whose exchanges may use it; `nil` if unknown.
      var origin: Origin?
      var idleTime = Duration.zero
      /// Its lifetime: that of the last user; `nil` if nothing ends it before its idle time.
      var lifetime: DestinationLifetime?
      var uses = 0
      /// When its idle time ends; `.max` while it is in use.
      var until = UInt64.max
      var mustBeSilent = false
      var hasSpoken = false
      /// The major version of HTTP spoken, if known.
      var version: Int?
      var ends = ccurl_ends()
      var isNamed = false

      var isCut: Bool { cutOpening == opening }

      /// When it ends if it is idle from now on.
      func end(restingFrom now: UInt64) -> UInt64 {
        let end = now.advanced(by: idleTime)
        return lifetime.map { min(end, $0.end) } ?? end
      }
    }

    /// By descriptor: descriptors are small numbers, which are reused.
    private var connections: [Connection] = []
    /// The sockets of a local port.
    private var socketsOfPort: [Int32: [Int32]] = [:]
    /// The connections whose local end is still unknown.
    private var unnamed: [Int32] = []
    /// No idle time ends before this.
    private var nextLook = UInt64.max
    /// Idle connections that received data and have not been cut yet.
    private(set) var suspects: [Int32] = []

    /// The open connections that were not cut.
    private(set) var counts = OpenConnections(active: 0, idle: 0)
    /// When to check for ended idle times; `nil` without idle connections.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// Records that a socket was opened for a connection, with its idle time.
    @discardableResult
    mutating func opened(
      _ socket: Int32,
      to ends: ccurl_ends = ccurl_ends(),
      for origin: Origin? = nil,
      idleTime: Duration,
      lifetime: DestinationLifetime? = nil
    ) -> Identity? {
      guard socket >= 0 else { return nil }
      let index = Int(socket)
      if index >= connections.count {
        connections.append(contentsOf: repeatElement(Connection(), count: index + 1 - connections.count))
      }
      closed(socket)
      let before = connections[index]
      var connection = Connection(isOpen: true, opening: before.opening &+ 1)
      (connection.cutOpening, connection.floodedOpening) = (before.cutOpening, before.floodedOpening)
      connection.origin = origin
      connection.idleTime = idleTime
      connection.lifetime = lifetime
      connection.ends = ends
      connections[index] = connection
      counts.active += 1
      // A path has no port, and nothing else distinguishes two connections to it.
      if ends.remote_port > 0 { unnamed.append(socket) }
      return identity(of: socket)
    }

    /// Records that a socket was closed.
    mutating func closed(_ socket: Int32) {
      guard connections.indices.contains(Int(socket)), connections[Int(socket)].isOpen else { return }
      let connection = connections[Int(socket)]
      connections[Int(socket)].isOpen = false
      if !connection.isCut { countOut(connection) }
      guard connection.isNamed else { return }
      let others = socketsOfPort[connection.ends.local_port]?.filter { $0 != socket } ?? []
      socketsOfPort[connection.ends.local_port] = others.isEmpty ? nil : others
    }

    private mutating func countOut(_ connection: Connection) {
      if connection.until < .max { counts.idle -= 1 } else { counts.active -= 1 }
    }
  }

  /// Finds the connection of an exchange by its two ends.
  extension Connections {
    /// Records the local ends that are known by now.
    ///
    /// - Parameter find: adds the local end of a socket; `false` if the system has assigned none, as before it
    ///   connects.
    mutating func name(_ find: (Int32, inout ccurl_ends) -> Bool) {
      guard !unnamed.isEmpty else { return }
      let sockets = unnamed
      unnamed.removeAll(keepingCapacity: true)
      for socket in sockets {
        let index = Int(socket)
        guard connections[index].isOpen, !connections[index].isNamed else { continue }
        guard find(socket, &connections[index].ends) else {
          unnamed.append(socket)
          continue
        }
        connections[index].isNamed = true
        socketsOfPort[connections[index].ends.local_port, default: []].append(socket)
      }
    }

    /// The connection with these ends; `nil` if there is none, or more than one.
    ///
    /// All candidates must have been named.
    func connection(
      from local: UnsafePointer<CChar>,
      _ localPort: Int32,
      to remote: UnsafePointer<CChar>,
      _ remotePort: Int32
    ) -> Identity? {
      let alike = (socketsOfPort[localPort] ?? []).filter { socket in
        withUnsafePointer(to: connections[Int(socket)].ends) { ccurl_ends_are($0, local, remote) != 0 }
      }
      if alike.count == 1 { return identity(of: alike[0]) }
      // With some proxies libcurl reports another port, so the port is compared only if it has to decide.
      let same = alike.filter { connections[Int($0)].ends.remote_port == remotePort }
      return same.count == 1 ? identity(of: same[0]) : nil
    }

    /// Whether a connection is still open.
    func isOpen(_ identity: Identity) -> Bool {
      isLast(identity) && connections[Int(identity.socket)].isOpen
    }

    /// The connection that a socket has or had last.
    func identity(of socket: Int32) -> Identity {
      Identity(socket: socket, opening: connections[Int(socket)].opening)
    }

    private func isLast(_ identity: Identity) -> Bool {
      connections[Int(identity.socket)].opening == identity.opening
    }

    /// The only origin whose exchanges may use a connection; `nil` if unknown.
    func origin(of socket: Int32) -> Origin? { connections[Int(socket)].origin }

    /// The major version of HTTP that is spoken over a connection, if known.
    func version(of identity: Identity) -> Int? {
      isLast(identity) ? connections[Int(identity.socket)].version : nil
    }

    /// Records the version of a connection.
    mutating func note(version: Int, of identity: Identity) {
      if isLast(identity) { connections[Int(identity.socket)].version = version }
    }
  }

  /// Use and idleness.
  extension Connections {
    /// Records that an exchange uses a connection.
    ///
    /// `false` if it must not: the connection received data while it was idle, or was cut.
    mutating func use(_ identity: Identity, by lifetime: DestinationLifetime? = nil) -> Bool {
      let index = Int(identity.socket)
      guard isOpen(identity), !connections[index].hasSpoken, !connections[index].isCut else { return false }
      connections[index].uses += 1
      // It is its current user's, unless that lifetime has ended: then it stays with the lifetime that lasts.
      if lifetime?.hasEnded != true { connections[index].lifetime = lifetime }
      if connections[index].until < .max {
        counts.idle -= 1
        counts.active += 1
      }
      connections[index].until = .max
      return true
    }

    /// Records that an exchange that used a connection is back.
    ///
    /// With HTTP/1 the server must not send before the next request; with HTTP/2 it may.
    ///
    /// - Returns: whether the connection is idle now.
    mutating func left(_ identity: Identity, at now: UInt64, mustBeSilent: Bool) -> Bool {
      guard isOpen(identity) else { return false }
      let index = Int(identity.socket)
      connections[index].uses -= 1
      guard connections[index].uses == 0, !connections[index].isCut else { return false }
      rest(index, at: now, mustBeSilent: mustBeSilent)
      return true
    }

    /// Records that the exchange that opened a connection has ended; an unused connection is then idle.
    mutating func abandoned(_ identity: Identity, at now: UInt64) {
      let index = Int(identity.socket)
      guard isOpen(identity), connections[index].uses == 0, connections[index].until == .max else { return }
      guard !connections[index].isCut else { return }
      rest(index, at: now, mustBeSilent: false)
    }

    private mutating func rest(_ index: Int, at now: UInt64, mustBeSilent: Bool) {
      let until = connections[index].end(restingFrom: now)
      if connections[index].until == .max, until < .max {
        counts.active -= 1
        counts.idle += 1
      }
      connections[index].until = until
      connections[index].mustBeSilent = mustBeSilent
      nextLook = min(nextLook, until)
    }

    /// Whether no exchange is known to use a connection, and it was not cut.
    func isUnused(_ socket: Int32) -> Bool {
      guard connections.indices.contains(Int(socket)) else { return false }
      let connection = connections[Int(socket)]
      return connection.isOpen && !connection.isCut && connection.uses == 0 && connection.until < .max
    }

    /// Records that a connection that libcurl does not watch received data.
    mutating func spoke(_ socket: Int32) {
      guard isUnused(socket), connections[Int(socket)].mustBeSilent, !connections[Int(socket)].hasSpoken else { return }
      connections[Int(socket)].hasSpoken = true
      suspects.append(socket)
    }

    /// Takes the suspects, to check them.
    mutating func takeSuspects() -> [Int32] {
      defer { suspects.removeAll() }
      return suspects.filter { connections[Int($0)].hasSpoken && isUnused($0) }
    }

    /// Puts a suspect back that could not be checked.
    mutating func putBack(suspect socket: Int32) { suspects.append(socket) }

    /// Records that an idle connection is cut: it is not used again.
    mutating func cut(_ socket: Int32) {
      countOut(connections[Int(socket)])
      connections[Int(socket)].until = .max
      connections[Int(socket)].cutOpening = connections[Int(socket)].opening
    }

    /// Records that a connection was shut down because its peer held libcurl.
    mutating func flooded(_ socket: Int32) {
      connections[Int(socket)].floodedOpening = connections[Int(socket)].opening
    }

    /// Whether a connection was cut, closed since or not.
    func wasCut(_ identity: Identity) -> Bool { connections[Int(identity.socket)].cutOpening == identity.opening }

    /// Whether the peer of a connection held libcurl.
    func wasFlooded(_ identity: Identity) -> Bool {
      connections[Int(identity.socket)].floodedOpening == identity.opening
    }

    /// The connections whose idle time has ended.
    func expired(at now: UInt64) -> [Int32] {
      guard now >= nextLook else { return [] }
      return connections.indices.compactMap { connections[$0].until <= now ? Int32($0) : nil }
    }

    /// Computes when to check again; those that have ended and were not cut are checked at a later moment.
    mutating func lookedAtExpired(at now: UInt64, nextAt later: UInt64) {
      guard now >= nextLook else { return }
      nextLook = .max
      for index in connections.indices where connections[index].isOpen {
        if connections[index].until <= now { connections[index].until = later }
        nextLook = min(nextLook, connections[index].until)
      }
    }

    /// Shortens the rest of the idle connections whose lifetime has ended meanwhile.
    ///
    /// Those in use are looked at when they become idle.
    mutating func lifetimesEnded() {
      for index in connections.indices where connections[index].isOpen && connections[index].until < .max {
        guard let lifetime = connections[index].lifetime else { continue }
        connections[index].until = min(connections[index].until, lifetime.end)
        nextLook = min(nextLook, connections[index].until)
      }
    }
  }
#endif
