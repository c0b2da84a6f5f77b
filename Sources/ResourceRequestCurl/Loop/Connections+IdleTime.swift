// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// How long idle connections are kept: for their idle time, or until their tenure ends.
  extension Connections {
    /// The connections whose idle time has ended.
    func expired(at now: UInt64) -> [Int32] {
      guard now >= nextLook else { return [] }
      return connections.indices.compactMap { connections[$0].until <= now ? Int32($0) : nil }
    }

    /// Computes when to check again; those that have ended and were not cut are checked at a later moment.
    mutating func lookedAtExpired(at now: UInt64, nextAt later: UInt64) {
      guard now >= nextLook else { return }
      nextLook = .max
      for index in connections.indices {
        if connections[index].until <= now { connections[index].until = later }
        nextLook = min(nextLook, connections[index].until)
      }
    }

    /// Shortens the rest of the idle connections whose tenure has ended meanwhile.
    ///
    /// Those in use are looked at when they become idle.
    mutating func tenuresEnded() {
      for index in connections.indices where connections[index].until < .max {
        guard let tenure = connections[index].tenure else { continue }
        connections[index].until = min(connections[index].until, tenure.end)
        nextLook = min(nextLook, connections[index].until)
      }
    }

    /// When the last of a multi handle's idle connections ends; 0 if it has none.
    func lastRest(on place: Int) -> UInt64 {
      connections.reduce(0) { $1.isOpen && $1.place == place && $1.until < .max ? max($0, $1.until) : $0 }
    }
  }

  extension Connections.Connection {
    /// When it ends if it is idle from now on.
    func end(restingFrom now: UInt64) -> UInt64 {
      let end = now.advanced(by: idleTime)
      return tenure.map { min(end, $0.end) } ?? end
    }

    /// Gives the connection to its current user, unless that tenure has ended: then it stays with the tenure that
    /// lasts.
    mutating func pass(to user: ConnectionTenure?) {
      guard user !== tenure, user?.hasEnded != true else { return }
      tenure = user
    }
  }
#endif
