// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// The silence of a server over HTTP/2 that has more room for a body than the system has buffers.
  @Suite(.timeLimit(.minutes(2)))
  struct UploadSilenceTests {
    private static let answer: [(String, String)] = [(":status", "200")]

    /// A server with large windows; `data` is called for each frame of a body, and ends the connection with `false`.
    private func server(
      _ data: @escaping @Sendable (ScriptedConnection, _ isLast: Bool) throws -> Bool
    ) throws -> ScriptedServer {
      try ScriptedServer(receiveBuffer: 8 << 10) { connection in
        _ = try connection.read(24)
        try connection.send(RawFrame.setting(4, 0x7FFF_FFFF) + RawFrame.windowUpdate(0, 0x7FFE_0000))
        while true {
          let head = try connection.read(9)
          _ = try connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
          if head[3] == 4, head[4] & 1 == 0 { try connection.send(RawFrame.of(4, flags: 1)) }
          guard head[3] == 0 else { continue }
          guard try data(connection, head[4] & 1 == 1) else { return }
          guard head[4] & 1 == 1 else { continue }
          try connection.send(RawFrame.head(head[5...].reduce(0) { $0 << 8 | UInt32($1) }, Self.answer, ends: true))
        }
      }
    }

    private func request(_ server: ScriptedServer, _ body: ResourceRequest.Body) -> ResourceRequest {
      var request = ResourceRequest(server.url("/"), method: .post, body: body)
      request.httpVersion = .http2PriorKnowledge
      request.timeouts.read = .after(.milliseconds(1500))
      request.timeouts.total = .after(.seconds(20))
      return request
    }

    @Test func `a server has its time to answer from when the last byte has reached it`() async throws {
      let server = try server { connection, isLast in
        try connection.pause(for: isLast ? .milliseconds(700) : .milliseconds(20))
        return true
      }
      defer { server.stop() }
      let client = ResourceClient(transport: SocketTransport())
      #expect(try await client.send(request(server, .data(Data(count: 2 << 20)))).status == 200)
    }

    @Test func `a server that reads no more is silent, though the producer goes on`() async throws {
      let server = try server { connection, _ in
        // Which ends with the server.
        try connection.wait(for: Gate())
        return false
      }
      defer { server.stop() }
      let chunks = slowChunks(of: 64 << 10)
      let client = ResourceClient(transport: SocketTransport())
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(request(server, .stream(chunks)))
      }
      #expect(error?.code == .readTimeout)
    }

    /// Without end; there is nothing when the connection asks for more.
    private func slowChunks(of size: Int) -> AsyncThrowingStream<Data, any Error> {
      AsyncThrowingStream(unfolding: {
        for _ in 0..<200 { await Task.yield() }
        return Data(count: size)
      })
    }

    @Test(arguments: [8 << 10, 64 << 10])
    func `over HTTP 1.1 too, whether chunks are gathered or sent from where they are`(_ size: Int) async throws {
      let server = try ScriptedServer(receiveBuffer: 8 << 10) { connection in
        _ = try connection.readHead()
        // Which ends with the server.
        try connection.wait(for: Gate())
      }
      defer { server.stop() }
      var request = request(server, .stream(slowChunks(of: size)))
      request.httpVersion = .http1_1
      let sent = request
      let client = ResourceClient(transport: SocketTransport())
      let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
      #expect(error?.code == .readTimeout)
    }

    @Test func `a server that reads no more, and breaks the protocol, is told of at once`() async throws {
      let isFirst = Lock(true)
      let server = try server { connection, _ in
        guard isFirst.withLock({ $0 }) else { return false }
        isFirst.withLock { $0 = false }
        try connection.send(RawFrame.head(1, [(":status", "200"), ("Upper", "case")], ends: true))
        // Which ends with the server.
        try connection.wait(for: Gate())
        return false
      }
      defer { server.stop() }
      var request = request(server, .data(Data(count: 64 << 20)))
      request.timeouts.read = .unlimited
      let sent = request
      let client = ResourceClient(transport: SocketTransport())
      let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
      #expect(error?.code == .protocolViolation)
    }

    @Test func `a server that gives back no room is silent, though the producer goes on behind it`() async throws {
      let (begun, full) = (Gate(), Gate())
      let server = try ScriptedServer { connection in
        _ = try connection.read(24)
        // Each body may be larger than all together.
        try connection.send(RawFrame.setting(4, 1 << 20))
        var taken = 0
        while true {
          let head = try connection.read(9)
          let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
          _ = try connection.read(length)
          if head[3] == 4, head[4] & 1 == 0 { try connection.send(RawFrame.of(4, flags: 1)) }
          guard head[3] == 0 else { continue }
          taken += length
          begun.open()
          if taken == 65_535 { full.open() }
        }
      }
      defer { server.stop() }
      let client = ResourceClient(transport: SocketTransport())
      let (chunks, producer) = AsyncThrowingStream.makeStream(of: Data.self)
      producer.yield(Data(count: 10))
      let produced = request(server, .stream(chunks))
      let slow = Task { try await client.send(produced) }
      try await begun.wait()
      let large = request(server, .data(Data(count: 200_000)))
      let other = Task { try await client.send(large) }
      try await full.wait()
      producer.yield(Data(count: 1000))
      for call in [other, slow] {
        let error = await #expect(throws: ResourceError.self) { try await call.value }
        #expect(error?.code == .readTimeout)
      }
    }

    @Test func `a server that has begun its answer and reads on is not silent`() async throws {
      let server = try ScriptedServer(receiveBuffer: 8 << 10) { connection in
        _ = try connection.readHead()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        var rest = 1 << 20
        while rest > 0 {
          rest -= try connection.read(min(rest, 8 << 10)).count
          try connection.pause(for: .milliseconds(25))
        }
        try connection.send("ok")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var request = request(server, .data(Data(count: 1 << 20)))
      request.httpVersion = .http1_1
      request.timeouts.read = .after(.milliseconds(500))
      #expect(try await ResourceClient(transport: SocketTransport()).send(request).text == "ok")
    }
  }
#endif
