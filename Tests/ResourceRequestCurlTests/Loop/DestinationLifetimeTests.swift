// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  /// How long a connection stays idle after a reload ended its lifetime.
  struct DestinationLifetimeTests {
    private let lifetime = DestinationLifetime()
    private let other = DestinationLifetime()

    /// Opens a connection with an idle time of 100 ns.
    private func connection(_ connections: inout Connections, _ socket: Int32 = 4) throws -> Connections.Identity {
      let opened = connections.opened(socket, idleTime: .nanoseconds(100), lifetime: lifetime)
      return try #require(opened)
    }

    @Test func `an idle one ends with its lifetime, and one that would end sooner stays so`() throws {
      var connections = Connections()
      let first = try connection(&connections)
      let second = try connection(&connections, 5)
      for (connection, moment) in [(first, UInt64(1)), (second, 50)] {
        var isFine = connections.use(connection, by: lifetime)
        isFine = connections.left(connection, at: moment, mustBeSilent: true) && isFine
        #expect(isFine)
      }
      lifetime.end(at: 120)
      connections.lifetimesEnded()
      #expect(connections.earliest == 101)
      #expect(connections.expired(at: 119) == [4])
      #expect(connections.expired(at: 120) == [4, 5])
    }

    @Test func `one in use is left alone, and rests no longer than the lifetime afterwards`() throws {
      var connections = Connections()
      let used = try connection(&connections)
      let isUsable = connections.use(used, by: lifetime)
      #expect(isUsable)
      lifetime.end(at: 30)
      connections.lifetimesEnded()
      #expect(connections.earliest == nil && connections.expired(at: 99).isEmpty)
      let rests = connections.left(used, at: 20, mustBeSilent: true)
      #expect(rests && connections.earliest == 30)
      let isUsedAgain = connections.use(used, by: lifetime)
      let restsAgain = connections.left(used, at: 90, mustBeSilent: true)
      #expect(isUsedAgain && restsAgain && connections.expired(at: 90) == [4])
    }

    @Test func `one that another uses is theirs, and does not go back to who has none any more`() throws {
      var connections = Connections()
      let shared = try connection(&connections)
      for user in [lifetime, other] {
        let isUsable = connections.use(shared, by: user)
        let rests = connections.left(shared, at: 1, mustBeSilent: true)
        #expect(isUsable && rests)
      }
      lifetime.end(at: 30)
      connections.lifetimesEnded()
      #expect(connections.earliest == 101)
      #expect(connections.expired(at: 100).isEmpty)
      let isUsable = connections.use(shared, by: lifetime)
      let rests = connections.left(shared, at: 10, mustBeSilent: true)
      #expect(isUsable && rests && connections.expired(at: 109).isEmpty)
      #expect(connections.expired(at: 110) == [4])
    }

    @Test func `the first end of a lifetime holds`() {
      lifetime.end(at: 30)
      lifetime.end(at: 60)
      #expect(lifetime.end == 30 && lifetime.hasEnded && !other.hasEnded)
    }
  }
#endif
