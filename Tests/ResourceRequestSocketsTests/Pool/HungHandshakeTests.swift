// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Handshakes that never end, or end badly, while others would succeed.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct HungHandshakeTests {
    private let tls: ScriptedTLS

    init() throws { tls = try ScriptedTLS() }

    /// A server that does something before each handshake.
    private func server(
      _ before: @escaping @Sendable (ScriptedConnection) throws -> Void
    ) throws -> ScriptedServer {
      try ScriptedServer { [tls] connection in
        try before(connection)
        guard let session = tls.accept(connection) else { return }
        while session.readHead() != nil { session.send("HTTP/1.1 204 No Content\r\n\r\n") }
      }
    }

    private func request(_ server: ScriptedServer, _ tls: ScriptedTLS) throws -> ResolvedRequest {
      ResolvedRequest(
        method: .get,
        url: try ResourceURL("https" + server.url().dropFirst(4)),
        options: ExchangeOptions(connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile)))
      )
    }

    @Test func `calls whose time ends before the one to connect do not hand a hung handshake on for ever`() async throws
    {
      let server = try server { if $0.index == 0 { try $0.waitForPeerClose() } }
      defer { server.stop() }
      let transport = SocketTransport()
      let request = try request(server, tls)
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<8 {
              let context = CallContext(deadline: .now.advanced(by: .milliseconds(700)))
              if (try? await transport.send(request, context: context)) != nil { return true }
            }
            return false
          }
        }
        for await hasSucceeded in group { #expect(hasSucceeded) }
      }
    }

    @Test func `another connection is begun beside a hung one for calls that arrive together`() async throws {
      let server = try server { if $0.index == 0 { try $0.waitForPeerClose() } }
      defer { server.stop() }
      let transport = SocketTransport()
      var request = try request(server, tls)
      request.options.connectTimeout = .after(.seconds(60))
      let asked = request
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<3 {
          group.addTask {
            let context = CallContext(deadline: .now.advanced(by: .seconds(60)))
            return try await transport.send(asked, context: context).status
          }
        }
        for try await status in group { #expect(status == 204) }
      }
      #expect(server.connections.count > 1)
    }

    @Test func `a hung handshake that nobody waits for does not keep the only place`() async throws {
      let server = try server { if $0.index == 0 { try $0.waitForPeerClose() } }
      defer { server.stop() }
      let transport = SocketTransport()
      var request = try request(server, tls)
      request.options.maxConnections = 1
      request.options.connectTimeout = .after(.seconds(60))
      let asked = request
      let hasty = CallContext(deadline: .now.advanced(by: .milliseconds(400)))
      await #expect(throws: TransportFailure.self) { try await transport.send(asked, context: hasty) }
      let start = ContinuousClock.now
      let patient = CallContext(deadline: .now.advanced(by: .seconds(60)))
      #expect(try await transport.send(asked, context: patient).status == 204)
      // It would go on for ten seconds for nobody.
      #expect(start.duration(to: .now) < .seconds(9))
      #expect(server.connections.count == 2)
    }

    @Test(arguments: [1, 64])
    func `a handshake that takes longer than a call may serves later ones`(_ most: Int) async throws {
      let gate = Gate()
      let server = try server { try $0.wait(for: gate) }
      defer { server.stop() }
      let transport = SocketTransport()
      var request = try request(server, tls)
      request.options.httpVersion = .http1_1
      request.options.maxConnections = most
      request.options.connectTimeout = .after(.seconds(60))
      let asked = request
      let start = ContinuousClock.now
      let hasty = CallContext(deadline: start.advanced(by: .milliseconds(400)))
      await #expect(throws: TransportFailure.self) { try await transport.send(asked, context: hasty) }
      gate.open()
      let patient = CallContext(deadline: .now.advanced(by: .seconds(60)))
      #expect(try await transport.send(asked, context: patient).status == 204)
      // After a second, as on a machine that is busy, another one is right.
      if most == 1, start.duration(to: .now) < .seconds(1) { #expect(server.connections.count == 1) }
    }

    @Test func `a server that cannot resume a session gets a full handshake at once`() async throws {
      let server = try ScriptedServer { [tls] connection in
        // The second would resume what the first agreed on.
        guard connection.index != 1, let session = tls.accept(connection), session.readHead() != nil else { return }
        session.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        session.end()
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let request = try request(server, tls)
      for _ in 0..<2 { #expect(try await transport.send(request, context: CallContext()).status == 200) }
      #expect(server.connections.count == 3)
    }
  }
#endif
