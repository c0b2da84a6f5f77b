// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// The peer's silence counts again once a side that had no data or no room goes on.
  @Suite(.timeLimit(.minutes(2)))
  struct SilenceTests {
    private let client = ResourceClient(transport: SocketTransport())

    private func request(_ server: ScriptedServer, _ version: HTTPVersionPolicy) -> ResourceRequest {
      var request = ResourceRequest(server.url("/"), method: .post)
      request.httpVersion = version
      request.timeouts.read = .after(.milliseconds(200))
      return request
    }

    /// Serves the beginning of a large body, and nothing more.
    private func server(
      of version: HTTPVersionPolicy,
      seen: Gate,
      _ body: [UInt8] = [UInt8](repeating: 7, count: 16 << 10)
    ) throws -> ScriptedServer {
      try ScriptedServer { connection in
        guard version == .http2PriorKnowledge else {
          _ = try connection.readHead()
          seen.open()
          if !body.isEmpty { try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n") }
          try connection.send(body)
          return try connection.waitForPeerClose()
        }
        var server = FrameServer(connection)
        try server.serve(begins: { stream in
          seen.open()
          guard !body.isEmpty else { return }
          try connection.send(RawFrame.head(stream, [(":status", "200")]) + RawFrame.data(stream, body))
        }) { _, _ in true }
      }
    }

    /// Waits for longer than the time limit of a silence: until another call has reached it.
    private func waitForALimit() async throws {
      let silent = try ScriptedServer { try $0.waitForPeerClose() }
      defer { silent.stop() }
      let error = await #expect(throws: ResourceError.self) {
        _ = try await ResourceClient(transport: SocketTransport()).send(request(silent, .negotiated))
      }
      #expect(error?.code == .readTimeout)
    }

    @Test(arguments: [HTTPVersionPolicy.http1_1, .http2PriorKnowledge])
    func `a server is silent after its reader had no room for long`(_ version: HTTPVersionPolicy) async throws {
      let server = try server(of: version, seen: Gate())
      defer { server.stop() }
      let response = try await client.stream(request(server, version), window: 4096)
      try await waitForALimit()
      let error = await #expect(throws: ResourceError.self) { for try await _ in response {} }
      #expect(error?.code == .readTimeout)
    }

    @Test(arguments: [HTTPVersionPolicy.http1_1, .http2PriorKnowledge])
    func `a server is silent after the producer had nothing for long`(_ version: HTTPVersionPolicy) async throws {
      let seen = Gate()
      let server = try server(of: version, seen: seen, [])
      defer { server.stop() }
      let (chunks, producer) = AsyncThrowingStream.makeStream(of: Data.self)
      var request = request(server, version)
      request.body = .stream(chunks)
      let call = Task { [client, request] in try await client.send(request) }
      try await seen.wait()
      try await waitForALimit()
      producer.yield(Data([1]))
      producer.finish()
      let error = await #expect(throws: ResourceError.self) { _ = try await call.value }
      #expect(error?.code == .readTimeout)
    }

    @Test(arguments: [HTTPVersionPolicy.http1_1, .http2PriorKnowledge])
    func `a server is silent after it refused a body whose producer has nothing`(
      _ version: HTTPVersionPolicy
    ) async throws {
      let server = try ScriptedServer { connection in
        guard version == .http2PriorKnowledge else {
          _ = try connection.readHead()
          try connection.send("HTTP/1.1 413 Too Large\r\nContent-Length: 10\r\n\r\nabc")
          return try connection.waitForPeerClose()
        }
        var server = FrameServer(connection)
        try server.serve(begins: { stream in
          try connection.send(RawFrame.head(stream, [(":status", "413")]) + RawFrame.data(stream, Array("abc".utf8)))
        }) { _, _ in true }
      }
      defer { server.stop() }
      let (chunks, producer) = AsyncThrowingStream.makeStream(of: Data.self)
      var request = request(server, version)
      request.body = .stream(chunks)
      let asked = request
      let error = await #expect(throws: ResourceError.self) {
        for try await _ in try await client.stream(asked) { continue }
      }
      producer.finish()
      #expect(error?.code == .readTimeout)
    }

    @Test(arguments: [HTTPVersionPolicy.http1_1, .http2PriorKnowledge])
    func `a response that is complete is the result though the producer of the body has nothing`(
      _ version: HTTPVersionPolicy
    ) async throws {
      let server = try ScriptedServer { connection in
        guard version == .http2PriorKnowledge else {
          _ = try connection.readHead()
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
          return try connection.waitForPeerClose()
        }
        var server = FrameServer(connection)
        try server.serve(begins: { stream in
          try connection.send(
            RawFrame.head(stream, [(":status", "200")]) + RawFrame.data(stream, Array("ok".utf8), ends: true)
          )
        }) { _, _ in true }
      }
      defer { server.stop() }
      let (chunks, producer) = AsyncThrowingStream.makeStream(of: Data.self)
      producer.yield(Data("part".utf8))
      var request = request(server, version)
      request.body = .stream(chunks)
      #expect(try await client.send(request).text == "ok")
      producer.finish()
    }

    @Test func `a body that a reset cut off is not whole, whoever meets the reset`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        try connection.send("HTTP/1.1 200 OK\r\n\r\npart")
        _ = try connection.read(1 << 20)
        connection.reset()
      }
      defer { server.stop() }
      var request = request(server, .http1_1)
      request.body = .data(Data(count: 50 << 20))
      for _ in 0..<20 {
        let error = await #expect(throws: ResourceError.self) { _ = try await client.send(request) }
        #expect(error?.code == .connectionClosed)
      }
    }

    @Test(arguments: [true, false])
    func `a response that is complete is the result though the server reads no more`(_ isSilent: Bool) async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        try connection.send("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok")
        try connection.wait(for: Gate())
      }
      defer { server.stop() }
      var request = request(server, .negotiated)
      request.body = .data(Data(count: 50 << 20))
      if !isSilent {
        request.timeouts.read = .after(.seconds(60))
        request.timeouts.total = .after(.seconds(1))
      }
      let response = try await client.send(request)
      #expect(response.status == 202 && response.text == "ok")
      #expect(server.connections.count == 1)
    }
  }
#endif
