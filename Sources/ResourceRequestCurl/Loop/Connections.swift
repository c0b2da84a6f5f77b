// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

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

    struct Connection {
      var isOpen = false
      /// Counts the connections that have had this number.
      var opening: UInt32 = 0
      /// Which of them was shut down; 0 for none.
      var cutOpening: UInt32 = 0
      /// The number of its multi handle.
      var place = 0
      /// The only origin whose exchanges may use it; `nil` if unknown.
      var origin: Origin?
      var idleTime = Duration.zero
      /// Its tenure: that of the last user; `nil` if nothing ends it before its idle time.
      var tenure: ConnectionTenure?
      var uses = 0
      /// When its idle time ends; `.max` while it is in use.
      var until = UInt64.max
      var mustBeSilent = false
      var hasSpoken = false
      var ends = ccurl_ends()
      var isNamed = false
      /// The next with the same local port; negative for none.
      var nextOfPort: Int32 = -1
    }

    /// By descriptor: descriptors are small numbers, which are reused.
    var connections: [Connection] = []
    private var firstOfPort: [Int32: Int32] = [:]
    /// The connections whose local end is still unknown.
    private var unnamed: [Int32] = []
    /// No idle time ends before this.
    var nextLook = UInt64.max
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
      on place: Int = 0,
      for origin: Origin? = nil,
      idleTime: Duration,
      tenure: ConnectionTenure? = nil
    ) -> Identity? {
      guard socket >= 0 else { return nil }
      let index = Int(socket)
      if index >= connections.count {
        connections.append(contentsOf: repeatElement(Connection(), count: index + 1 - connections.count))
      }
      forget(socket)
      connections[index].isOpen = true
      counts.active += 1
      connections[index].opening &+= 1
      connections[index].place = place
      connections[index].origin = origin
      connections[index].idleTime = idleTime
      connections[index].tenure = tenure
      connections[index].ends = ends
      // A path has no port, and nothing else distinguishes two connections to it.
      if ends.remote_port > 0 { unnamed.append(socket) }
      return Identity(socket: socket, opening: connections[index].opening)
    }

    /// Records that a socket goes to another address than assumed.
    mutating func moved(_ socket: Int32, to ends: ccurl_ends) {
      guard connections.indices.contains(Int(socket)), connections[Int(socket)].isOpen else { return }
      if connections[Int(socket)].isNamed { unlink(socket) }
      connections[Int(socket)].isNamed = false
      connections[Int(socket)].nextOfPort = -1
      connections[Int(socket)].ends = ends
      unnamed.append(socket)
    }

    /// Records that a socket was closed.
    mutating func closed(_ socket: Int32) {
      if connections.indices.contains(Int(socket)) { forget(socket) }
    }

    private mutating func countOut(_ connection: Connection) {
      if connection.until < .max { counts.idle -= 1 } else { counts.active -= 1 }
    }

    private mutating func forget(_ socket: Int32) {
      let index = Int(socket)
      if connections[index].isNamed { unlink(socket) }
      let (opening, cutOpening) = (connections[index].opening, connections[index].cutOpening)
      if connections[index].isOpen, opening != cutOpening { countOut(connections[index]) }
      connections[index] = Connection()
      connections[index].opening = opening
      connections[index].cutOpening = cutOpening
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
        let port = connections[index].ends.local_port
        connections[index].isNamed = true
        connections[index].nextOfPort = firstOfPort[port] ?? -1
        firstOfPort[port] = socket
      }
    }

    /// The connection of a multi handle with these ends; `nil` if there is none, or more than one.
    ///
    /// All candidates must have been named.
    func connection(
      on place: Int,
      from local: UnsafePointer<CChar>,
      _ localPort: Int32,
      to remote: UnsafePointer<CChar>,
      _ remotePort: Int32
    ) -> Identity? {
      var (alike, same): (Int32, Int32) = (-1, -1)
      var (alikeCount, sameCount) = (0, 0)
      var next = firstOfPort[localPort] ?? -1
      while next >= 0 {
        let socket = next
        next = connections[Int(socket)].nextOfPort
        guard connections[Int(socket)].place == place else { continue }
        guard withUnsafePointer(to: connections[Int(socket)].ends, { ccurl_ends_are($0, local, remote) }) != 0 else {
          continue
        }
        (alike, alikeCount) = (socket, alikeCount + 1)
        // With some proxies libcurl reports another port, so the port is compared only if it has to decide.
        if connections[Int(socket)].ends.remote_port == remotePort { (same, sameCount) = (socket, sameCount + 1) }
      }
      if alikeCount == 1 { return identity(of: alike) }
      return sameCount == 1 ? identity(of: same) : nil
    }

    /// Whether a connection is still open.
    func isOpen(_ identity: Identity) -> Bool {
      let index = Int(identity.socket)
      return connections[index].opening == identity.opening && connections[index].isOpen
    }

    /// The connection that a socket has or had last.
    func identity(of socket: Int32) -> Identity {
      Identity(socket: socket, opening: connections[Int(socket)].opening)
    }

    private mutating func unlink(_ socket: Int32) {
      let port = connections[Int(socket)].ends.local_port
      let next = connections[Int(socket)].nextOfPort
      guard var before = firstOfPort[port] else { return }
      if before == socket {
        firstOfPort[port] = next < 0 ? nil : next
        return
      }
      while before >= 0 {
        let following = connections[Int(before)].nextOfPort
        if following == socket {
          connections[Int(before)].nextOfPort = next
          return
        }
        before = following
      }
    }
  }

  /// Use and idleness.
  extension Connections {
    /// Records that an exchange uses a connection.
    ///
    /// `false` if it must not: the connection received data while it was idle, or was cut.
    mutating func use(_ identity: Identity, by tenure: ConnectionTenure? = nil) -> Bool {
      let index = Int(identity.socket)
      guard isOpen(identity), !connections[index].hasSpoken, connections[index].cutOpening != identity.opening else {
        return false
      }
      connections[index].uses += 1
      connections[index].pass(to: tenure)
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
      guard connections[index].uses == 0 else { return false }
      rest(index, at: now, mustBeSilent: mustBeSilent)
      return true
    }

    /// Records that the exchange that opened a connection has ended; an unused connection is then idle.
    mutating func abandoned(_ identity: Identity, at now: UInt64) {
      let index = Int(identity.socket)
      guard isOpen(identity), connections[index].uses == 0, connections[index].until == .max else { return }
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
      let index = Int(socket)
      guard connections.indices.contains(index) else { return false }
      return connections[index].isOpen && connections[index].uses == 0 && connections[index].until < .max
    }

    /// The multi handle of a connection.
    func place(of socket: Int32) -> Int { connections[Int(socket)].place }

    /// The only origin whose exchanges may use a connection; `nil` if unknown.
    func origin(of socket: Int32) -> Origin? { connections[Int(socket)].origin }

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

    /// Records that a connection is cut: it is not used again.
    mutating func cut(_ socket: Int32) {
      countOut(connections[Int(socket)])
      connections[Int(socket)].until = .max
      connections[Int(socket)].cutOpening = connections[Int(socket)].opening
    }

    /// Whether a connection was cut, closed since or not.
    func wasCut(_ identity: Identity) -> Bool { connections[Int(identity.socket)].cutOpening == identity.opening }
  }
#endif
