// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  struct ConnectionsTests {
    /// Holds the value by reference, since an expectation cannot call mutating functions of a variable.
    private final class Bench {
      var value = Connections()

      func opened(_ socket: Int32) throws -> Connections.Identity {
        let opened = value.opened(socket, idleTime: .nanoseconds(10))
        return try #require(opened)
      }

      func use(_ connection: Connections.Identity) -> Bool { value.use(connection) }

      func left(_ connection: Connections.Identity, at now: UInt64, mustBeSilent: Bool) -> Bool {
        value.left(connection, at: now, mustBeSilent: mustBeSilent)
      }

      func takeSuspects() -> [Int32] { value.takeSuspects() }
    }

    /// The two ends of a connection from one port to another.
    private func ends(_ local: Int32, _ remote: Int32, to address: String = "10.0.0.1") -> ccurl_ends {
      var ends = ccurl_ends()
      (ends.local_port, ends.remote_port) = (local, remote)
      for (text, place) in [("127.0.0.1", \ccurl_ends.local), (address, \ccurl_ends.remote)] {
        withUnsafeMutableBytes(of: &ends[keyPath: place]) { $0.copyBytes(from: text.utf8) }
      }
      return ends
    }

    private func find(
      _ connections: Bench,
      _ local: Int32,
      _ remote: Int32,
      to address: String = "10.0.0.1"
    ) -> Connections.Identity? {
      connections.value.connection(from: "127.0.0.1", local, to: address, remote)
    }

    @Test func `connections are counted as used or idle, and not at all once they are cut or closed`() throws {
      let connections = Bench()
      func counts(_ active: Int, _ idle: Int) -> Bool {
        connections.value.counts == OpenConnections(active: active, idle: idle)
      }
      let (one, two) = (try connections.opened(4), try connections.opened(5))
      #expect(counts(2, 0))
      #expect(connections.use(one) && connections.use(two) && counts(2, 0))
      #expect(connections.left(one, at: 5, mustBeSilent: true) && counts(1, 1))
      #expect(connections.use(one) && counts(2, 0))
      #expect(connections.left(one, at: 6, mustBeSilent: true) && counts(1, 1))
      connections.value.cut(4)
      #expect(counts(1, 0))
      connections.value.closed(4)
      #expect(counts(1, 0))
      connections.value.closed(5)
      #expect(counts(0, 0))
      // The number is used again; a second opening replaces the first.
      _ = try connections.opened(4)
      _ = try connections.opened(4)
      #expect(counts(1, 0))
    }

    @Test func `a connection rests until its time is over, and not while it is used`() throws {
      let connections = Bench()
      let connection = try connections.opened(4)
      #expect(!connections.value.isUnused(4))
      #expect(connections.use(connection))
      #expect(connections.value.earliest == nil)
      #expect(connections.left(connection, at: 5, mustBeSilent: true))
      #expect(connections.value.earliest == 15)
      #expect(connections.value.expired(at: 14) == [])
      #expect(connections.use(connection))
      #expect(connections.value.expired(at: 15) == [])
      connections.value.lookedAtExpired(at: 15, nextAt: 20)
      #expect(connections.value.earliest == nil)
      #expect(connections.left(connection, at: 20, mustBeSilent: true))
      #expect(connections.value.expired(at: 30) == [4])
      connections.value.cut(4)
      connections.value.lookedAtExpired(at: 30, nextAt: 40)
      #expect(connections.value.earliest == nil)
      #expect(!connections.use(connection))
      #expect(connections.value.wasCut(connection))
    }

    @Test func `a connection rests when the last of several exchanges has left it`() throws {
      let connections = Bench()
      let connection = try connections.opened(4)
      for _ in 0..<3 { #expect(connections.use(connection)) }
      #expect(!connections.left(connection, at: 1, mustBeSilent: false))
      #expect(!connections.left(connection, at: 2, mustBeSilent: false))
      #expect(connections.value.expired(at: 99) == [])
      #expect(connections.left(connection, at: 3, mustBeSilent: false))
      #expect(connections.value.expired(at: 99) == [4])
    }

    @Test func `who used a socket that was closed leaves the next of its number alone`() throws {
      let connections = Bench()
      let old = try connections.opened(4)
      #expect(connections.use(old))
      connections.value.closed(4)
      let new = try connections.opened(4)
      #expect(connections.use(new))
      #expect(!connections.left(old, at: 1, mustBeSilent: true))
      #expect(!connections.value.isUnused(4))
      connections.value.cut(4)
      #expect(connections.value.wasCut(new))
      #expect(!connections.value.wasCut(old))
    }

    @Test func `an idle connection that receives bytes is not reused`() throws {
      let connections = Bench()
      let connection = try connections.opened(4)
      connections.value.spoke(4)
      #expect(connections.use(connection))
      connections.value.spoke(4)
      #expect(connections.takeSuspects() == [])
      #expect(connections.left(connection, at: 1, mustBeSilent: false))
      // Over HTTP/2, a server may send on an idle connection.
      connections.value.spoke(4)
      #expect(connections.use(connection))
      #expect(connections.left(connection, at: 1, mustBeSilent: true))
      connections.value.spoke(4)
      #expect(!connections.use(connection))
      #expect(connections.takeSuspects() == [4])
      connections.value.putBack(suspect: 4)
      connections.value.closed(4)
      #expect(connections.takeSuspects() == [])
      #expect(connections.value.suspects.isEmpty)
    }

    @Test func `a connection is identified by its two ends`() throws {
      let connections = Bench()
      let sockets: [(Int32, ccurl_ends)] = [
        (4, ends(5000, 80)), (5, ends(5000, 81)), (6, ends(5000, 80, to: "10.0.0.2")), (8, ends(5001, 80)),
      ]
      for (socket, ends) in sockets { connections.value.opened(socket, to: ends, idleTime: .seconds(1)) }
      #expect(find(connections, 5001, 80) == nil)
      connections.value.name { socket, _ in socket != 8 }
      #expect(find(connections, 5001, 80) == nil)
      connections.value.name { _, _ in true }
      #expect(find(connections, 5000, 80)?.socket == 4)
      #expect(find(connections, 5000, 81)?.socket == 5)
      #expect(find(connections, 5000, 80, to: "10.0.0.2")?.socket == 6)
      #expect(find(connections, 5000, 80, to: "10.0.0.3") == nil)
      // The remote port matters only if several connections share the local port.
      #expect(find(connections, 5001, 3128)?.socket == 8)
      #expect(find(connections, 5000, 3128) == nil)
      for socket in [5, 4] as [Int32] { connections.value.closed(socket) }
      #expect(find(connections, 5000, 80) == nil)
      #expect(find(connections, 5000, 80, to: "10.0.0.2")?.socket == 6)
      #expect(find(connections, 5001, 80)?.socket == 8)
    }
  }
#endif
