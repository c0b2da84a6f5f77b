// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestLoop
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// How much of a body is on its way at once over HTTP/2, and what becomes of requests whose responses come first.
  @Suite(.timeLimit(.minutes(2)))
  struct HTTP2FlowTests {
    private let transport = SocketTransport()
    /// Room for bodies of requests, of each stream and of the connection.
    private static let wide = RawFrame.setting(4, 1 << 30) + RawFrame.windowUpdate(0, 1 << 30)

    private func request(_ server: ScriptedServer, body: OutgoingBody? = nil) throws -> ResolvedRequest {
      ResolvedRequest(
        method: body == nil ? .get : .put,
        url: try ResourceURL(server.url()),
        body: body,
        options: ExchangeOptions(httpVersion: .http2PriorKnowledge)
      )
    }

    private func send(_ request: ResolvedRequest) async throws -> TransportResponse {
      try await transport.send(request, context: CallContext(deadline: .now.advanced(by: .seconds(100))))
    }

    @Test func `a large body that was announced gets a window of its size at once`() async throws {
      let size = 3 << 20
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var opened = 0
        try server.serve(
          opens: { stream, count in
            guard stream == 1 else { return }
            opened += count
            // Not a byte of the body before.
            guard opened == size - 256 << 10 else { return }
            try connection.send(
              (0..<size / 16_384).flatMap { _ in RawFrame.data(stream, [UInt8](repeating: 7, count: 16_384)) }
                + RawFrame.data(stream, [], ends: true)
            )
          },
          { stream, _ in
            try connection.send(RawFrame.head(stream, [(":status", "200"), ("content-length", "\(size)")]))
            return true
          }
        )
      }
      defer { server.stop() }
      #expect(try await send(request(server)).body.bytes == Data(repeating: 7, count: size))
    }

    @Test func `a stream that nobody reads has no wider window than its reader wants`() async throws {
      let (opened, isAnswered) = (Lock(0), Gate())
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(
          // All that was sent before the answer has come.
          pong: { isAnswered.open() },
          opens: { stream, count in if stream == 1 { opened.withLock { $0 += count } } },
          { stream, _ in
            try connection.send(
              RawFrame.head(stream, [(":status", "200"), ("content-length", "\(32 << 20)")])
                + RawFrame.of(6, [UInt8](repeating: 0, count: 8))
            )
            return true
          }
        )
      }
      defer { server.stop() }
      var request = try request(server)
      request.options.streamWindow = 1 << 20
      let response = try await send(request)
      try await isAnswered.wait()
      #expect(opened.withLock(\.self) <= 1 << 20 - 256 << 10)
      response.body.stream?.cancel()
    }

    @Test func `a stream that is released unread is reset as cancelled`() async throws {
      let (code, isReset) = (Lock(0), Gate())
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(
          resets: { _, reason in
            code.withLock { $0 = reason }
            isReset.open()
          },
          { stream, _ in
            try connection.send(RawFrame.head(stream, [(":status", "200"), ("content-length", "\(32 << 20)")]))
            return true
          }
        )
      }
      defer { server.stop() }
      var request = try request(server)
      request.options.streamWindow = 1 << 20
      #expect(try await send(request).body.stream != nil)
      try await isReset.wait()
      #expect(code.withLock(\.self) == 8)
    }

    @Test(arguments: [nil, 1 << 20] as [Int?])
    func `the window of a body grows while its reader keeps up`(_ streamWindow: Int?) async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var (window, sent) = (256 << 10, 0)
        func fill(_ stream: UInt32) throws {
          while window - sent >= 16_384 {
            try connection.send(RawFrame.data(stream, [UInt8](repeating: 7, count: 16_384)))
            sent += 16_384
          }
        }
        try server.serve(
          opens: { stream, count in
            guard stream == 1 else { return }
            window += count
            // What is open at once is more than what a stream has at first.
            guard window - sent <= 1 << 20 else { return try connection.send(RawFrame.data(stream, [], ends: true)) }
            try fill(stream)
          },
          { stream, _ in
            try connection.send(RawFrame.head(stream, [(":status", "200")]))
            try fill(stream)
            return true
          }
        )
      }
      defer { server.stop() }
      var request = try request(server)
      request.options.streamWindow = streamWindow
      let response = try await send(request)
      guard let stream = response.body.stream else { return #expect(response.body.bytes.count >= 1 << 20) }
      var count = 0
      while let chunk = try await stream.next() { count += chunk.count }
      #expect(count >= 1 << 20)
    }

    @Test(arguments: [true, false])
    func `a body is sent whole although its response is complete before it`(_ isInMemory: Bool) async throws {
      let bytes = SeededGenerator.bytes(3 << 20)
      let received = Lock<[[UInt8]]>([])
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(
          Self.wide,
          begins: { stream in
            try connection.send(RawFrame.head(stream, [(":status", "202")]) + RawFrame.data(stream, [1], ends: true))
          }
        ) { _, body in
          received.withLock { $0.append(body) }
          return true
        }
      }
      defer { server.stop() }
      let body =
        isInMemory
        ? OutgoingBody(bytes)
        : OutgoingBody(length: nil, isReplayable: true) {
          AsyncThrowingStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: 5_000) {
              continuation.yield(bytes[start..<min(start + 5_000, bytes.count)])
            }
            continuation.finish()
          }
        }
      for _ in 0..<2 { #expect(try await send(request(server, body: body)).status == 202) }
      try await until { received.withLock(\.count) >= 2 }
      #expect(received.withLock(\.self).allSatisfy { Data($0) == bytes })
      #expect(server.connections.count == 1)
    }

    @Test(arguments: [65_535, nil], [[65_535], [40_000, 25_535]])
    func `a body that fills the window ends with its last bytes`(_ length: Int?, _ chunks: [Int]) async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, body in
          try connection.send(RawFrame.head(stream, [(":status", body.count == 65_535 ? "204" : "500")], ends: true))
          return true
        }
      }
      defer { server.stop() }
      let body = OutgoingBody(length: length, isReplayable: true) {
        AsyncThrowingStream { continuation in
          for count in chunks { continuation.yield(Data(count: count)) }
          continuation.finish()
        }
      }
      #expect(try await send(request(server, body: body)).status == 204)
    }

    @Test func `a server that has answered ends a request that it does not want whole`() async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(begins: { stream in
          try connection.send(
            RawFrame.head(stream, [(":status", "202")], ends: true) + RawFrame.reset(stream, 0)
          )
        }) { _, _ in true }
      }
      defer { server.stop() }
      // More than the window that the server never opens.
      #expect(try await send(request(server, body: OutgoingBody(Data(count: 1 << 20)))).status == 202)
    }

    @Test func `a response that is complete is the result though the server takes no more of the request`() async throws
    {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(begins: { stream in
          try connection.send(RawFrame.head(stream, [(":status", "202")], ends: true))
        }) { _, _ in true }
      }
      defer { server.stop() }
      var request = try request(server, body: OutgoingBody(Data(count: 1 << 20)))
      request.options.readTimeout = .seconds(1)
      #expect(try await send(request).status == 202)
      request.options.readTimeout = .seconds(60)
      let context = CallContext(deadline: .now.advanced(by: .seconds(1)))
      #expect(try await transport.send(request, context: context).status == 202)
    }

    @Test func `the heads of request and response are counted as they are on the wire`() async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, _ in
          let head = RawFrame.head(stream, [(":status", "200")])
          try connection.send(head + RawFrame.data(stream, [1, 2, 3], ends: true))
          return true
        }
      }
      defer { server.stop() }
      let metrics = try await send(request(server)).metrics
      #expect(metrics.bytesSent > 20 && metrics.bytesSent < 200)
      #expect(metrics.bytesReceived == RawFrame.head(1, [(":status", "200")]).count + 3)
    }

    @Test func `a body that waits for consent is not sent after a response`() async throws {
      let received = Lock(0)
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(
          begins: { stream in try connection.send(RawFrame.head(stream, [(":status", "200")], ends: true)) }
        ) { _, body in
          received.withLock { $0 += body.count }
          return true
        }
      }
      defer { server.stop() }
      var request = try request(server, body: OutgoingBody(Data(count: 1_000)))
      request.options.expectContinue = .seconds(1_000)
      #expect(try await send(request).status == 200)
      #expect(try await send(self.request(server)).status == 200)
      #expect(received.withLock(\.self) == 0)
    }

    @Test func `connections that the server is closing take no place from others`() async throws {
      let gate = Gate()
      let most = ExchangeOptions.standardConnections
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(RawFrame.setting(3, 100)) { stream, _ in
          guard connection.index < most else {
            try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
            return true
          }
          // The only stream of this connection goes on for long.
          try connection.send(RawFrame.head(stream, [(":status", "200")]) + RawFrame.goAway(stream, 0))
          try connection.wait(for: gate)
          try connection.send(RawFrame.data(stream, [], ends: true))
          return false
        }
      }
      defer { server.stop() }
      var long = try request(server)
      long.options.streamWindow = 1 << 16
      var responses: [TransportResponse] = []
      // With each head the server says that it closes the connection.
      for _ in 0..<most { responses.append(try await send(long)) }
      #expect(server.connections.count == most)
      #expect(try await send(request(server)).status == 204)
      gate.open()
      for response in responses {
        let stream = try #require(response.body.stream)
        while try await stream.next() != nil {}
      }
    }

    @Test func `a server that allows no stream for now is waited for`() async throws {
      let (gate, waiting, connected) = (Gate(), Lock(0), Lock([ContinuousClock.Instant]()))
      let server = try ScriptedServer { connection in
        connected.withLock { $0.append(.now) }
        var server = FrameServer(connection)
        var isOpen = false
        try server.serve(RawFrame.setting(3, 0)) { stream, _ in
          guard isOpen else {
            waiting.withLock { $0 += 1 }
            try connection.wait(for: gate)
            isOpen = true
            try connection.send(RawFrame.setting(3, 100) + RawFrame.reset(stream, 7))
            return true
          }
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
      }
      defer { server.stop() }
      let client = ResourceClient(transport: transport)
      var request = ResourceRequest(server.url("/"))
      request.httpVersion = .http2PriorKnowledge
      let asked = request
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<12 {
          group.addTask {
            let status = try await client.send(asked).status
            #expect(status == 204)
          }
        }
        try await until { waiting.withLock(\.self) >= 1 }
        try? await server.waitForConnections(5, within: .milliseconds(300))
        // On a slow machine the second for which the client waits may be over.
        let times = connected.withLock(\.self)
        #expect(times.dropFirst().allSatisfy { $0 - times[0] >= .seconds(1) })
        gate.open()
        try await group.waitForAll()
      }
    }

    @Test(arguments: [RequestMethod.get, .post])
    func `a request that a new connection refuses is sent once more`(_ method: RequestMethod) async throws {
      for refusal in [RawFrame.goAway(0, 0), RawFrame.reset(1, 7)] {
        let count = Lock(0)
        let server = try ScriptedServer { connection in
          var server = FrameServer(connection)
          try server.serve { stream, _ in
            let isFirst = count.withLock { count in
              count += 1
              return count == 1
            }
            try connection.send(isFirst ? refusal : RawFrame.head(stream, [(":status", "204")], ends: true))
            return true
          }
        }
        defer { server.stop() }
        var request = ResourceRequest(server.url("/"), method: method, body: method == .post ? .string("x") : nil)
        request.httpVersion = .http2PriorKnowledge
        #expect(try await ResourceClient(transport: SocketTransport()).send(request).status == 204)
        #expect(count.withLock(\.self) == 2)
      }
    }
  }
#endif
