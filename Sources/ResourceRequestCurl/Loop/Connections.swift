// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// The connections that are open, how many exchanges use each, and until when one is kept that nobody uses.
  ///
  /// An exchange uses a connection from the moment libcurl has chosen it until the exchange is back. That is counted here,
  /// and never inferred from the sockets libcurl wants watched: it may take a connection up again, send, receive and be
  /// told to pause without a word about its socket. Sockets that were not opened for a connection are unknown. Pure: time
  /// comes in as nanoseconds.
  struct Connections {
    /// A connection as long as it is open: the number of its socket comes again, with another connection.
    struct Identity: Equatable {
      let socket: Int32
      fileprivate let opening: UInt32
    }

    private struct Connection {
      var isOpen = false
      /// Counts the connections that have had this number.
      var opening: UInt32 = 0
      /// The one of them that was cut; 0 for none.
      var cutOpening: UInt32 = 0
      /// The number of the multi handle whose it is.
      var place = 0
      /// The only origin whose exchanges may be given it; `nil` where that is not known.
      var origin: Origin?
      var idleTime = Duration.zero
      var uses = 0
      /// The end of its rest; `.max` while it does not rest.
      var until = UInt64.max
      var mustBeSilent = false
      var hasSpoken = false
      var ends = ccurl_ends()
      var isNamed = false
      /// The next with the same local port; negative for none.
      var nextOfPort: Int32 = -1
    }

    /// By descriptor: they are small numbers, given out again and again.
    private var connections: [Connection] = []
    private var firstOfPort: [Int32: Int32] = [:]
    /// Those whose local end is to be asked for.
    private var unnamed: [Int32] = []
    /// No rest ends before.
    private var nextLook = UInt64.max
    /// Those that rested and said something, and were not cut yet.
    private(set) var suspects: [Int32] = []

    /// Those that are open and were not cut.
    private(set) var counts = OpenConnections(active: 0, idle: 0)
    /// When to look for rests that have ended; `nil` where nobody rests.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// A socket was opened for a connection that may rest for so long.
    @discardableResult
    mutating func opened(
      _ socket: Int32,
      to ends: ccurl_ends = ccurl_ends(),
      on place: Int = 0,
      for origin: Origin? = nil,
      idleTime: Duration
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
      connections[index].ends = ends
      // A path has no port, and nothing that tells one connection to it from another.
      if ends.remote_port > 0 { unnamed.append(socket) }
      return Identity(socket: socket, opening: connections[index].opening)
    }

    /// What has this number goes to another address than was thought.
    mutating func moved(_ socket: Int32, to ends: ccurl_ends) {
      guard connections.indices.contains(Int(socket)), connections[Int(socket)].isOpen else { return }
      if connections[Int(socket)].isNamed { unlink(socket) }
      connections[Int(socket)].isNamed = false
      connections[Int(socket)].nextOfPort = -1
      connections[Int(socket)].ends = ends
      unnamed.append(socket)
    }

    /// A socket is closed.
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

  /// Which connection an exchange uses, told by its two ends.
  extension Connections {
    /// Notes the local ends that are known by now.
    ///
    /// - Parameter find: adds the local end of a socket; `false` where the system has given none, as before it connects.
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

    /// The connection of a multi handle that has these ends; `nil` where there is none, or more than one.
    ///
    /// All that could have them must have been named.
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
        // With some proxies libcurl tells another port; it is only looked at where it must decide.
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

    private func identity(of socket: Int32) -> Identity {
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

  /// Use and rest.
  extension Connections {
    /// An exchange uses a connection from now on.
    ///
    /// `false` where it must not: while it rested the connection said something, or was cut.
    mutating func use(_ identity: Identity) -> Bool {
      let index = Int(identity.socket)
      guard isOpen(identity), !connections[index].hasSpoken, connections[index].cutOpening != identity.opening else {
        return false
      }
      connections[index].uses += 1
      if connections[index].until < .max {
        counts.idle -= 1
        counts.active += 1
      }
      connections[index].until = .max
      return true
    }

    /// An exchange that used a connection is back.
    ///
    /// With HTTP/1 the server has nothing to say until it is asked again; with HTTP/2 it may.
    ///
    /// - Returns: whether the connection rests now.
    mutating func left(_ identity: Identity, at now: UInt64, mustBeSilent: Bool) -> Bool {
      guard isOpen(identity) else { return false }
      let index = Int(identity.socket)
      connections[index].uses -= 1
      guard connections[index].uses == 0 else { return false }
      rest(index, at: now, mustBeSilent: mustBeSilent)
      return true
    }

    /// The exchange that opened a connection is over; where nobody uses it, it rests.
    mutating func abandoned(_ identity: Identity, at now: UInt64) {
      let index = Int(identity.socket)
      guard isOpen(identity), connections[index].uses == 0, connections[index].until == .max else { return }
      rest(index, at: now, mustBeSilent: false)
    }

    private mutating func rest(_ index: Int, at now: UInt64, mustBeSilent: Bool) {
      let until = now.advanced(by: connections[index].idleTime)
      if connections[index].until == .max, until < .max {
        counts.active -= 1
        counts.idle += 1
      }
      connections[index].until = until
      connections[index].mustBeSilent = mustBeSilent
      nextLook = min(nextLook, until)
    }

    /// Whether no exchange is known to use a connection, and it was not cut already.
    func isUnused(_ socket: Int32) -> Bool {
      let index = Int(socket)
      guard connections.indices.contains(index) else { return false }
      return connections[index].isOpen && connections[index].uses == 0 && connections[index].until < .max
    }

    /// The multi handle a connection is of.
    func place(of socket: Int32) -> Int { connections[Int(socket)].place }

    /// The only origin whose exchanges may be given a connection; `nil` where that is not known.
    func origin(of socket: Int32) -> Origin? { connections[Int(socket)].origin }

    /// A connection that libcurl does not watch has said something.
    mutating func spoke(_ socket: Int32) {
      guard isUnused(socket), connections[Int(socket)].mustBeSilent, !connections[Int(socket)].hasSpoken else { return }
      connections[Int(socket)].hasSpoken = true
      suspects.append(socket)
    }

    /// Takes the suspects out, to judge them.
    mutating func takeSuspects() -> [Int32] {
      defer { suspects.removeAll() }
      return suspects.filter { connections[Int($0)].hasSpoken && isUnused($0) }
    }

    /// Puts one back that could not be judged.
    mutating func putBack(suspect socket: Int32) { suspects.append(socket) }

    /// Cuts a connection: it is used no more.
    mutating func cut(_ socket: Int32) {
      countOut(connections[Int(socket)])
      connections[Int(socket)].until = .max
      connections[Int(socket)].cutOpening = connections[Int(socket)].opening
    }

    /// Whether a connection was cut, closed since or not.
    func wasCut(_ identity: Identity) -> Bool { connections[Int(identity.socket)].cutOpening == identity.opening }

    /// Those that have rested for long enough.
    func expired(at now: UInt64) -> [Int32] {
      guard now >= nextLook else { return [] }
      return connections.indices.compactMap { connections[$0].until <= now ? Int32($0) : nil }
    }

    /// Looks when the next rest ends; those that have ended and were not cut end at a moment to come.
    mutating func lookedAtExpired(at now: UInt64, nextAt later: UInt64) {
      guard now >= nextLook else { return }
      nextLook = .max
      for index in connections.indices {
        if connections[index].until <= now { connections[index].until = later }
        nextLook = min(nextLook, connections[index].until)
      }
    }
  }
#endif
