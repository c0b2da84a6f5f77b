// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// What follows a response within TLS without being asked is never the response to the next request.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct UnaskedRecordsTests {
    /// Records of TLS 1.3 that fill the loop's buffer: 22 bytes of each are TLS's.
    private static let (records, record) = (4, (16 << 10) - 22)

    @Test func `a record behind a full buffer is no response to who waits`() async throws {
      let (tls, isPaused, isSent) = (try ScriptedTLS(), Gate(), Gate())
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection), session.readHead() != nil else { return }
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: "
        guard connection.index == 0 else { return session.send(ok + "4\r\n\r\nreal") }
        session.send(ok + "\(9_000 + Self.records * Self.record)\r\n\r\n" + String(repeating: "x", count: 9_000))
        try connection.wait(for: isPaused)
        for _ in 0..<Self.records { session.send(String(repeating: "y", count: Self.record)) }
        session.send(ok + "6\r\n\r\nforged")
        isSent.open()
      }
      defer { server.stop() }
      let transport = SocketTransport()
      var options = ExchangeOptions(
        httpVersion: .http1_1,
        maxConnections: 1,
        connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile))
      )
      let url = try ResourceURL("https" + server.url().dropFirst(4))
      let next = ResolvedRequest(method: .get, url: url, options: options)
      options.streamWindow = 1_000
      let streamed = ResolvedRequest(method: .get, url: url, options: options)
      let response = try await transport.send(streamed, context: CallContext())
      let events = RecordedEvents()
      let environment = RequestEnvironment(observer: events)
      let second = Task { try await transport.send(next, context: CallContext(environment: environment)).body.bytes }
      try await events.wait(for: .queued)
      // The reader's window was full when the head was delivered, so the loop reads nothing more.
      isPaused.open()
      try await isSent.wait()
      let stream: IncomingStream = try #require(response.body.stream)
      var count = 0
      while let chunk = try await stream.next() { count += chunk.count }
      #expect(count == 9_000 + Self.records * Self.record)
      #expect(try await second.value == Data("real".utf8))
    }
  }
#endif
