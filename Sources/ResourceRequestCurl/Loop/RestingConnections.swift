// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// The connections that are open and used by no exchange, and until when they are kept.
  ///
  /// Sockets that were not opened for a connection are unknown to it. Pure: time comes in as nanoseconds.
  struct RestingConnections {
    private struct Connection {
      var isOpen = false
      var idleTime = Duration.zero
      /// The end of its rest; `.max` while it is used.
      var until = UInt64.max
      var mustBeSilent = false
    }

    /// By descriptor: they are small numbers, given out again and again.
    private var connections: [Connection] = []
    /// No rest ends before.
    private var nextLook = UInt64.max

    /// When to look for rests that have ended; `nil` where nobody rests.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// A socket was opened for a connection that may rest for so long.
    mutating func opened(_ socket: Int32, idleTime: Duration) {
      guard socket >= 0 else { return }
      let index = Int(socket)
      if index >= connections.count {
        connections.append(contentsOf: repeatElement(Connection(), count: index + 1 - connections.count))
      }
      connections[index] = Connection(isOpen: true, idleTime: idleTime)
    }

    /// An exchange uses a connection.
    mutating func used(_ socket: Int32) {
      guard connections.indices.contains(Int(socket)) else { return }
      connections[Int(socket)].until = .max
    }

    /// The last exchange of a connection is over.
    ///
    /// With HTTP/1 the server has nothing to say until it is asked again; with HTTP/2 it may.
    mutating func rested(_ socket: Int32, at now: UInt64, mustBeSilent: Bool) {
      guard connections.indices.contains(Int(socket)), connections[Int(socket)].isOpen else { return }
      let until = now.advanced(by: connections[Int(socket)].idleTime)
      connections[Int(socket)].until = until
      connections[Int(socket)].mustBeSilent = mustBeSilent
      nextLook = min(nextLook, until)
    }

    /// Whether a connection rests, and whatever it says now belongs to no answer.
    func mustBeSilent(_ socket: Int32) -> Bool {
      guard connections.indices.contains(Int(socket)) else { return false }
      return connections[Int(socket)].until < .max && connections[Int(socket)].mustBeSilent
    }

    /// A socket is closed.
    mutating func closed(_ socket: Int32) {
      guard connections.indices.contains(Int(socket)) else { return }
      connections[Int(socket)] = Connection()
    }

    /// Those that have rested for long enough; they count as closed.
    mutating func expired(at now: UInt64) -> [Int32] {
      guard now >= nextLook else { return [] }
      var expired: [Int32] = []
      nextLook = .max
      for index in connections.indices {
        let until = connections[index].until
        if until <= now {
          connections[index] = Connection()
          expired.append(Int32(index))
        } else {
          nextLook = min(nextLook, until)
        }
      }
      return expired
    }
  }
#endif
