// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Connections of one origin that are unlike one another.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct OtherConnectionsTests {
    private let transport = SocketTransport()

    private func send(
      _ server: ScriptedServer,
      _ tls: ScriptedTLS,
      _ target: String,
      connect: Timeout = .seconds(10)
    ) async throws -> Status {
      var options = ExchangeOptions(connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile)))
      options.connectTimeout = connect
      let request = ResolvedRequest(url: try ResourceURL("https://\(server.authority)/\(target)"), options: options)
      return try await transport.send(request, context: CallContext(deadline: ContinuousClock.now + .seconds(20)))
        .status
    }

    @Test func `streams that go on keep nobody from the connections of a server that has changed to HTTP/1.1`()
      async throws
    {
      let (both, one) = (try ScriptedTLS(http2: true), try ScriptedTLS())
      let areHeld = Gate()
      let server = try ScriptedServer { connection in
        guard let session = (connection.index == 0 ? both : one).accept(connection) else { return }
        guard connection.index == 0 else {
          while session.readHead() != nil { session.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
          return
        }
        guard session.read(24) != nil else { return }
        session.send(RawFrame.setting(3, 1000))
        var streams = 0
        while let frame = session.readFrame() {
          if frame.type == 4, frame.flags & 1 == 0 { session.send(RawFrame.of(4, flags: 1)) }
          guard frame.type == 1 else { continue }
          streams += 1
          guard streams == 70 else { continue }
          session.send(RawFrame.goAway(frame.stream, 0))
          areHeld.open()
        }
      }
      defer { server.stop() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<70 { group.addTask { _ = try? await send(server, both, "\(number)") } }
        try await areHeld.wait()
        for number in 0..<5 {
          // One that was sent before the client knew of the end is refused.
          var status: Status?
          while status == nil {
            do { status = try await send(server, both, "new-\(number)") } catch let failure as TransportFailure {
              guard failure.mayHaveExecuted == false else { throw failure }
            }
          }
          #expect(status == 200)
        }
        group.cancelAll()
      }
    }

    @Test func `a server that is gone is not tried by one who waits after the other`() async throws {
      let tls = try ScriptedTLS(http2: true)
      let server = try ScriptedServer { connection in
        // It takes connections after the first, and says nothing.
        guard connection.index == 0 else { return try connection.waitForPeerClose() }
        guard let session = tls.accept(connection), session.read(24) != nil else { return }
        session.send(RawFrame.setting(3, 2))
        var streams = 0
        while streams < 2, let frame = session.readFrame() { streams += frame.type == 1 ? 1 : 0 }
      }
      defer { server.stop() }
      let start = ContinuousClock.now
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<12 { group.addTask { _ = try? await send(server, tls, "\(number)", connect: .seconds(1)) } }
      }
      #expect(start.duration(to: .now) < .seconds(6))
    }

    @Test func `a connection that has waited unused is as doubtful as one that has served`() async throws {
      let (tls, isServed, mayEnd) = (try ScriptedTLS(), Gate(), Gate())
      let server = try ScriptedServer { connection in
        if connection.index == 1 { try connection.wait(for: isServed) }
        guard let session = tls.accept(connection) else { return }
        while session.readHead() != nil {
          // Its time in the pool is over just as a request comes.
          if connection.index == 1 { return connection.close() }
          try connection.wait(for: mayEnd)
          session.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
      }
      defer { server.stop() }
      async let first = send(server, tls, "first")
      async let second = send(server, tls, "second")
      try await server.waitForConnections(2)
      mayEnd.open()
      // One connection serves both, and the other comes too late for either.
      #expect(try await (first, second) == (200, 200))
      isServed.open()
      try await until { transport.capabilities.openConnections?.idle == 2 }
      let failure = await #expect(throws: TransportFailure.self) { try await send(server, tls, "third") }
      #expect(failure?.onReusedConnection == true)
    }
  }
#endif
