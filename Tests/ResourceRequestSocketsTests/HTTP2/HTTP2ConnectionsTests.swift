// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestKit
  import ResourceRequestLoop
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// How many connections HTTP/2 takes, and who waits for one.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct HTTP2ConnectionsTests {
    /// A transport that may have one socket.
    private let narrow = SocketTransport(SocketBudget(descriptors: 4))

    private func request(to server: ScriptedServer, limit: Int? = nil) throws -> ResolvedRequest {
      var request = ResolvedRequest(
        method: .get,
        url: try ResourceURL(server.url()),
        // Its server is silent until a gate opens; on a busy machine that takes its time.
        options: ExchangeOptions(
          timeouts: Timeouts(read: .unlimited),
          httpVersion: .http2PriorKnowledge,
          connection: ConnectionOptions(idleTime: .seconds(600))
        )
      )
      request.options.maxConnections = limit
      return request
    }

    private func get(
      _ server: ScriptedServer,
      over transport: SocketTransport,
      limit: Int? = nil
    ) async throws -> TransportResponse {
      let context = CallContext(deadline: ContinuousClock.now + .seconds(300))
      return try await transport.send(try request(to: server, limit: limit), context: context)
    }

    /// A server whose first connection's responses last, or others; it may say something behind each head of the first.
    private func lastingFirst(
      _ settings: [UInt8] = RawFrame.settings,
      saying more: [UInt8] = [],
      lasts: @escaping @Sendable (_ connection: Int, _ stream: UInt32) -> Bool = { connection, _ in connection == 0 }
    ) throws -> ScriptedServer {
      try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(settings) { stream, _ in
          let ends = !lasts(connection.index, stream)
          try connection.send(RawFrame.head(stream, [(":status", "200")], ends: ends))
          if connection.index == 0, !more.isEmpty { try connection.send(more) }
          return true
        }
      }
    }

    @Test func `a limit of connections is none of the exchanges that share one`() async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var streams: [UInt32] = []
        try server.serve(RawFrame.setting(3, 100)) { stream, _ in
          streams.append(stream)
          // All or none are answered.
          guard streams.count == 20 else { return true }
          for stream in streams { try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true)) }
          return true
        }
      }
      defer { server.stop() }
      let transport = SocketTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { _ = try await get(server, over: transport, limit: 1) } }
        try await group.waitForAll()
      }
      #expect(server.connections.count == 1)
    }

    @Test func `who asks for a new connection is not held up by a stream that lasts`() async throws {
      let server = try lastingFirst(RawFrame.setting(3, 100))
      defer { server.stop() }
      let transport = SocketTransport()
      var request = try request(to: server, limit: 1)
      request.options.streamWindow = 1_000
      let lasting = try await transport.send(request, context: CallContext())
      (request.options.wantsNewConnection, request.options.mayShareNewConnection) = (true, false)
      let context = CallContext(deadline: ContinuousClock.now + .seconds(120))
      #expect(try await transport.send(request, context: context).status == 200)
      #expect(server.connections.count == 2)
      lasting.body.stream?.cancel()
    }

    @Test func `others leave the connection beside the limit to the next that asks for one`() async throws {
      // All on the first connection last, and on the second all but its first.
      let server = try lastingFirst(RawFrame.setting(3, 100)) { $0 == 0 || $0 == 1 && $1 > 1 }
      defer { server.stop() }
      let transport = SocketTransport()
      var lasting = try request(to: server, limit: 1)
      lasting.options.streamWindow = 1_000
      var own = try request(to: server, limit: 1)
      (own.options.wantsNewConnection, own.options.mayShareNewConnection) = (true, false)
      let first = try await transport.send(lasting, context: CallContext())
      let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
      #expect(try await transport.send(own, context: context).status == 200)
      let second = try await transport.send(lasting, context: CallContext())
      #expect(try await transport.send(own, context: context).status == 200)
      first.body.stream?.cancel()
      second.body.stream?.cancel()
    }

    @Test func `nor do others take an idle one while a busy one has room`() async throws {
      let server = try lastingFirst(RawFrame.setting(3, 100)) { _, stream in stream > 1 }
      defer { server.stop() }
      let transport = SocketTransport()
      let plain = try request(to: server, limit: 1)
      var (lasting, own) = (plain, plain)
      lasting.options.streamWindow = 1_000
      (own.options.wantsNewConnection, own.options.mayShareNewConnection) = (true, false)
      _ = try await transport.send(plain, context: CallContext())
      _ = try await transport.send(own, context: CallContext())
      let first = try await transport.send(lasting, context: CallContext())
      let second = try await transport.send(lasting, context: CallContext())
      let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
      #expect(try await transport.send(own, context: context).status == 200)
      first.body.stream?.cancel()
      second.body.stream?.cancel()
    }

    @Test func `a limit of connections lets no more be opened where the streams are used up`() async throws {
      let (count, gate) = (Lock(0), Gate())
      let server = try server(count, gate)
      defer { server.stop() }
      let transport = SocketTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { _ = try await get(server, over: transport, limit: 2) } }
        try await server.waitForConnections(2)
        try await until { count.withLock(\.self) >= 2 }
        gate.open()
        try await group.waitForAll()
      }
      #expect(server.connections.count == 2)
    }

    /// A server with room for one stream on a connection, that responds when the gate lets it.
    private func server(_ count: Lock<Int>, _ gate: Gate) throws -> ScriptedServer {
      try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(RawFrame.setting(3, 1)) { stream, _ in
          count.withLock { $0 += 1 }
          try connection.wait(for: gate)
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
      }
    }

    @Test func `a server that allows one stream a connection gets the standard number of connections`() async throws {
      let (count, gate) = (Lock(0), Gate())
      let server = try server(count, gate)
      defer { server.stop() }
      let transport = SocketTransport()
      let most = ExchangeOptions.standardConnections
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...most {
          group.addTask { _ = try await get(server, over: transport) }
          // One after the other, so that each knows how many streams the connections before it allow.
          try await until { count.withLock(\.self) >= number }
        }
        for _ in 0..<20 { group.addTask { _ = try await get(server, over: transport) } }
        try? await server.waitForConnections(most + 1, within: .milliseconds(500))
        #expect(server.connections.count == most)
        gate.open()
        try await group.waitForAll()
      }
      #expect(server.connections.count == most)
    }

    @Test func `one stream begins on a connection before the server has said how many it allows`() async throws {
      let early = Lock([Int]())
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var (count, isSaid) = (0, false)
        defer { early.withLock { $0.append(count) } }
        try server.serve(
          RawFrame.setting(3, 100),
          begins: { _ in if !isSaid { count += 1 } },
          acknowledged: { isSaid = true }
        ) { stream, _ in
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
      }
      defer { server.stop() }
      do {
        let transport = SocketTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<40 { group.addTask { _ = try await get(server, over: transport) } }
          try await group.waitForAll()
        }
        #expect(server.connections.count == 1)
      }
      server.stop()
      try await until { !early.withLock(\.isEmpty) }
      #expect(early.withLock(\.self).allSatisfy { $0 <= 1 })
    }

    @Test func `a server that never says how many streams it allows holds nobody up`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in try connection.wait(for: gate) }
      defer { server.stop() }
      let transport = SocketTransport()
      let request = ResolvedRequest(
        method: .get,
        url: try ResourceURL(server.url()),
        options: ExchangeOptions(
          timeouts: Timeouts(read: .seconds(3)),
          httpVersion: .http2PriorKnowledge,
          connection: ConnectionOptions(idleTime: .seconds(600))
        )
      )
      let start = ContinuousClock.now
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            let context = CallContext(deadline: .now.advanced(by: .seconds(60)))
            let failure = await #expect(throws: TransportFailure.self) {
              try await transport.send(request, context: context)
            }
            #expect(failure?.code == .readTimeout)
          }
        }
      }
      #expect(start.duration(to: .now) < .seconds(30))
      gate.open()
    }

    @Test func `a stream that ends makes room for an exchange that waits`() async throws {
      let (count, gate) = (Lock(0), Gate())
      let server = try server(count, gate)
      defer { server.stop() }
      gate.admit()
      #expect(try await get(server, over: narrow).status == 204)
      async let first = get(server, over: narrow)
      try await until { count.withLock(\.self) >= 2 }
      async let second = get(server, over: narrow)
      async let third = get(server, over: narrow)
      gate.open()
      #expect(try await [first, second, third].map(\.status) == [204, 204, 204])
      #expect(server.connections.count == 1)
    }

    @Test func `an idle connection is closed where another origin needs its place`() async throws {
      let (count, gate) = (Lock(0), Gate())
      let servers = try (0..<3).map { _ in try server(count, gate) }
      defer { for server in servers { server.stop() } }
      gate.open()
      for server in servers + servers { #expect(try await get(server, over: narrow).status == 204) }
    }

    @Test func `an origin that waits gets the place of a connection when its last stream ends`() async throws {
      let (count, gate, open) = (Lock(0), Gate(), Gate())
      let (first, second) = (try server(count, gate), try server(count, open))
      defer {
        first.stop()
        second.stop()
      }
      open.open()
      async let held = get(first, over: narrow)
      try await until { count.withLock(\.self) >= 1 }
      async let waiting = get(second, over: narrow)
      // It waits by now, or has not begun: then it finds the place free.
      for _ in 0..<100 { _ = await narrow.capabilities.connections() }
      gate.open()
      #expect(try await [held, waiting].map(\.status) == [204, 204])
    }

    @Test(arguments: [UInt32(2), 7])
    func `a stream that is reset costs no connection, and its request is not sent again unless refused`(_ code: UInt32)
      async throws
    {
      let count = Lock(0)
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, _ in
          count.withLock { $0 += 1 }
          try connection.send(RawFrame.reset(stream, code))
          return true
        }
      }
      defer { server.stop() }
      let client = ResourceClient(transport: SocketTransport())
      var request = ResourceRequest(server.url("/"))
      request.httpVersion = .http2PriorKnowledge
      let asked = request
      for _ in 0..<10 {
        let error = await #expect(throws: ResourceError.self) { _ = try await client.send(asked) }
        #expect(error?.code == .connectionClosed)
      }
      #expect(server.connections.count == 1)
      // That a stream was refused is certain knowledge (RFC 9113 §8.7).
      #expect(count.withLock(\.self) == (code == 7 ? 20 : 10))
    }

    @Test func `a connection that ends after an interim response is not taken for an old one`() async throws {
      let count = Lock(0)
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, _ in
          let isFirst = count.withLock { count in
            count += 1
            return count == 1
          }
          try connection.send(RawFrame.head(stream, [(":status", isFirst ? "204" : "103")], ends: isFirst))
          return isFirst
        }
      }
      defer { server.stop() }
      let client = ResourceClient(transport: SocketTransport())
      var request = ResourceRequest(server.url("/"), method: .delete)
      request.httpVersion = .http2PriorKnowledge
      let asked = request
      #expect(try await client.send(asked).status == 204)
      let error = await #expect(throws: ResourceError.self) { _ = try await client.send(asked) }
      #expect(error?.code == .connectionClosed)
      #expect(count.withLock(\.self) == 2)
    }

    @Test func `a server that allows no more streams beside one that lasts gets another connection`() async throws {
      let server = try lastingFirst(saying: RawFrame.setting(3, 0))
      defer { server.stop() }
      let transport = SocketTransport()
      var request = try request(to: server)
      request.options.streamWindow = 1_000
      let lasting = try await transport.send(request, context: CallContext())
      for _ in 0..<2 {
        let context = CallContext(deadline: .now.advanced(by: .seconds(60)))
        #expect(try await transport.send(request, context: context).status == 200)
      }
      #expect(server.connections.count == 2)
      #expect(lasting.body.stream != nil)
    }

    @Test(arguments: [false, true])
    func `a connection on which nothing is heard is used by no other call`(_ cancels: Bool) async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var count = 0
        try server.serve { stream, _ in
          count += 1
          guard connection.index > 0 || count < 3 else { return false }
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
        // Neither a request nor a PING is answered from now on, not even the request that has come.
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let request = ResolvedRequest(
        method: .get,
        url: try ResourceURL(server.url()),
        options: ExchangeOptions(
          httpVersion: .http2PriorKnowledge,
          connection: ConnectionOptions(idleTime: .seconds(600))
        )
      )
      let transport = SocketTransport()
      for _ in 0..<2 { #expect(try await transport.send(request, context: CallContext()).status == 204) }
      if cancels {
        let call = Task { try await transport.send(request, context: CallContext()) }
        // Long enough for the silence to be one.
        try? await server.waitForConnections(2, within: .milliseconds(600))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
      } else {
        var hasty = request
        hasty.options.readTimeout = .after(.milliseconds(200))
        let asked = hasty
        let failure = await #expect(throws: TransportFailure.self) {
          _ = try await transport.send(asked, context: CallContext())
        }
        #expect(failure?.code == .readTimeout)
      }
      #expect(try await transport.send(request, context: CallContext()).status == 204)
      #expect(server.connections.count == 2)
    }
  }
#endif
