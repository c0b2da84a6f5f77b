// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Nothing is sent on a connection that is closed: its descriptor may be that of the next already.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct ClosedConnectionsTests {
    @Test func `the connection opened in the place of a closed one gets only bytes of its own`() async throws {
      let tls = try ScriptedTLS()
      let refused = Lock(0)
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection) else { return refused.withLock { $0 += 1 } }
        guard session.readHead() != nil else { return }
        session.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
      }
      defer { server.stop() }
      let options = ExchangeOptions(
        httpVersion: .http1_1,
        maxConnections: 1,
        connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile))
      )
      let url = try ResourceURL("https" + server.url().dropFirst(4))
      let transport = SocketTransport()
      // All but one wait, so that a connection is opened as soon as one is closed.
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
            return try await transport.send(ResolvedRequest(method: .get, url: url, options: options), context: context)
              .status.code
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(refused.withLock(\.self) == 0)
      #expect(server.connections.count == 50)
    }
  }
#endif
