// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Exchanges over HTTP/2 with servers that end streams and connections, and what is known of each request then.
  @Suite(.timeLimit(.minutes(2)))
  struct HTTP2ExchangeTests {
    private let transport = SocketTransport()
    /// A connection is kept however long the threads of the other tests hold a test up.
    private static let options = ExchangeOptions(
      httpVersion: .http2PriorKnowledge,
      connection: ConnectionOptions(idleTime: .seconds(600))
    )

    /// Sends a number and returns the one that came back.
    private func post(_ number: Int, to server: ScriptedServer, within limit: Duration? = nil) async throws -> Int? {
      let request = ResolvedRequest(
        method: .post,
        url: try ResourceURL(server.url()),
        body: OutgoingBody(Data("\(number)".utf8)),
        options: Self.options
      )
      let context = CallContext(deadline: limit.map { ContinuousClock.now + $0 })
      let response = try await transport.send(request, context: context)
      return Int(String(decoding: response.body.bytes, as: UTF8.self))
    }

    /// Sends a number again as long as that cannot do it twice.
    private func insist(_ number: Int, on server: ScriptedServer) async throws -> Int? {
      while true {
        do { return try await post(number, to: server) } catch let failure as TransportFailure {
          guard !failure.mayHaveExecuted else { throw failure }
        }
      }
    }

    /// What has come on the only connection.
    private func bytesReceived() async throws -> Int {
      let connections = try #require(await transport.capabilities.connections())
      #expect(connections.count == 1)
      return connections.first?.bytesReceived ?? 0
    }

    private func number(_ body: [UInt8]) -> Int { Int(String(decoding: body, as: UTF8.self)) ?? -1 }

    /// A server that answers with the body of the request.
    private static func echo() throws -> ScriptedServer {
      try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, body in
          try connection.send(RawFrame.head(stream, [(":status", "200")]) + RawFrame.data(stream, body, ends: true))
          return true
        }
      }
    }

    @Test func `a head that HTTP 2 cannot send fails its own exchange, and blames no server`() async throws {
      let server = try Self.echo()
      defer { server.stop() }
      #expect(try await post(1, to: server) == 1)
      var request = ResolvedRequest(url: try ResourceURL(server.url()), options: Self.options)
      for number in 0..<20 { request.headers["X-\(number)"] = String(repeating: "x", count: 60_000) }
      let (sent, context) = (request, CallContext())
      let failure = await #expect(throws: TransportFailure.self) { try await transport.send(sent, context: context) }
      #expect(failure?.code == .unsupported && failure?.mayHaveExecuted == false)
      #expect(failure?.message.contains("larger than 1 MiB") == true)
      #expect(try await post(2, to: server) == 2)
      #expect(server.connections.count == 1)
    }

    @Test func `trailers that HTTP 2 cannot send fail their own exchange at once`() async throws {
      let server = try Self.echo()
      defer { server.stop() }
      var request = ResolvedRequest(method: .post, url: try ResourceURL(server.url()), options: Self.options)
      request.body = OutgoingBody(length: nil, isReplayable: true) {
        AsyncThrowingStream { continuation in
          continuation.yield(Data("1".utf8))
          continuation.finish()
        }
      }
      request.trailers = RequestTrailers(["X-Sum"]) { ["X-Sum": String(repeating: "x", count: 2 << 20)] }
      let sent = request
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(sent, context: CallContext())
      }
      #expect(failure?.code == .unsupported)
      #expect(failure?.message.contains("trailers are larger than 1 MiB") == true)
      #expect(try await post(2, to: server) == 2)
      #expect(server.connections.count == 1)
    }

    /// Something that ends the connection in the same write.
    private static let promise = RawFrame.of(5, flags: 4, stream: 1, [0, 0, 0, 2] + RawFrame.block([(":path", "/")]))

    @Test(arguments: [
      RawFrame.data(1, [1, 2, 3]) + RawFrame.head(1, [(":status", "200")], ends: true) + promise,
      RawFrame.data(1, [1, 2, 3]) + RawFrame.data(1, [4]) + promise,
    ])
    func `a malformed response is none, though the connection ends after what was announced`(_ rest: [UInt8])
      async throws
    {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { _, _ in
          try connection.send(RawFrame.head(1, [(":status", "200"), ("content-length", "3")]) + rest)
          return true
        }
      }
      defer { server.stop() }
      let failure = await #expect(throws: TransportFailure.self) { try await post(1, to: server) }
      #expect(failure?.code == .protocolViolation, "\(String(describing: failure))")
    }

    @Test func `a request whose head goes out after its time may have been executed`() async throws {
      let (gate, begun, resets) = (Gate(), Lock(0), Lock<Set<UInt32>>([]))
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(
          begins: { _ in begun.withLock { $0 += 1 } },
          resets: { stream, _ in _ = resets.withLock { $0.insert(stream) } }
        ) { stream, _ in
          // Once it reads nothing, what follows waits in the client and in the system.
          let isFirst = begun.withLock(\.self) == 1
          if !isFirst { try connection.wait(for: gate) }
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
      }
      defer { server.stop() }
      let plain = ResolvedRequest(url: try ResourceURL(server.url()), options: Self.options)
      #expect(try await transport.send(plain, context: CallContext()).status == 204)
      var large = plain
      large.headers["X-Field"] = String(
        decoding: (0..<60_000).map { _ in UInt8.random(in: 0x21...0x7E) },
        as: UTF8.self
      )
      let sent = large
      let first = Task { try await transport.send(sent, context: CallContext()) }
      try await until { begun.withLock(\.self) == 2 }
      let failures = await withTaskGroup(of: TransportFailure?.self) { group in
        for _ in 0..<150 {
          let context = CallContext(deadline: .now + .milliseconds(500))
          group.addTask {
            do { _ = try await transport.send(sent, context: context) } catch { return error as? TransportFailure }
            return nil
          }
        }
        return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      #expect(failures.count == 150)
      first.cancel()
      _ = await first.result
      gate.open()
      // The first one's reset comes behind all heads that were on their way.
      try await until { resets.withLock { $0.contains(3) } }
      #expect(begun.withLock(\.self) - 2 <= failures.count(where: \.mayHaveExecuted))
      #expect(failures.contains { !$0.mayHaveExecuted })
    }

    @Test func `requests that the server had may have been executed, however many went out at once`() async throws {
      let (gate, count) = (Gate(), 90)
      let server = try ScriptedServer { connection in
        // Until its settings have come, one request is sent; the others wait, and go out together.
        try connection.wait(for: gate)
        var (server, whole) = (FrameServer(connection), 0)
        try server.serve { _, _ in
          whole += 1
          return whole < count
        }
      }
      defer { server.stop() }
      var request = ResolvedRequest(method: .post, url: try ResourceURL(server.url()), options: Self.options)
      request.body = OutgoingBody(Data("1".utf8))
      let failures = try await withThrowingTaskGroup(of: TransportFailure?.self) { [request] group in
        for _ in 0..<count {
          var large = request
          let bytes = (0..<2_600).map { _ in UInt8.random(in: 0x21...0x7E) }
          large.headers["X-Field"] = String(decoding: bytes, as: UTF8.self)
          group.addTask { [large] in
            do { _ = try await transport.send(large, context: CallContext()) } catch {
              return error as? TransportFailure
            }
            return nil
          }
        }
        for _ in 0..<10_000 { await Task.yield() }
        gate.open()
        return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      #expect(server.connections.count == 1)
      #expect(failures.count { $0.mayHaveExecuted } == count)
    }

    @Test func `a body that fails at once may have been executed, since its head goes out`() async throws {
      struct Broken: Error {}
      let server = try Self.echo()
      defer { server.stop() }
      #expect(try await post(1, to: server) == 1)
      let body = OutgoingBody(length: nil, isReplayable: true) {
        AsyncThrowingStream<Data, any Error> { throw Broken() }
      }
      let request = ResolvedRequest(method: .put, url: try ResourceURL(server.url()), body: body, options: Self.options)
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(request, context: CallContext())
      }
      #expect(failure?.mayHaveExecuted == true)
      #expect(try await post(2, to: server) == 2)
    }

    @Test func `a GOAWAY after every seventh request loses none and doubles none`() async throws {
      let done = Lock<[Int]>([])
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var count = 0
        try server.serve { stream, body in
          count += 1
          done.withLock { $0.append(number(body)) }
          if count == 7 { try connection.send(RawFrame.goAway(stream, 0)) }
          try connection.send(
            RawFrame.head(stream, [(":status", "200")]) + RawFrame.data(stream, body, ends: true)
          )
          return count < 7
        }
      }
      defer { server.stop() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          group.addTask { try await #expect(insist(number, on: server) == number) }
        }
        try await group.waitForAll()
      }
      #expect(done.withLock(\.self).sorted() == Array(0..<60))
      #expect(server.connections.count >= 9)
    }

    @Test func `a server that refuses all streams but one at a time gets all requests once`() async throws {
      let done = Lock<[Int]>([])
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var open: (stream: UInt32, body: [UInt8])?
        // What the client has sent without waiting arrives before its answer to the ping.
        try server.serve(
          RawFrame.setting(3, 1),
          pong: {
            guard let (stream, body) = open else { return }
            open = nil
            done.withLock { $0.append(number(body)) }
            try connection.send(RawFrame.head(stream, [(":status", "200")]) + RawFrame.data(stream, body, ends: true))
          },
          { stream, body in
            // REFUSED_STREAM (RFC 9113 §5.1.2), as to requests that were sent before the settings were known.
            guard open == nil else {
              try connection.send(RawFrame.reset(stream, 7))
              return true
            }
            open = (stream, body)
            try connection.send(RawFrame.of(6, [UInt8](repeating: 0, count: 8)))
            return true
          }
        )
      }
      defer { server.stop() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 { group.addTask { try await #expect(insist(number, on: server) == number) } }
        try await group.waitForAll()
      }
      #expect(done.withLock(\.self).sorted() == Array(0..<30))
    }

    @Test func `a window that stays shut is ended by the deadline, and others go on`() async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve(RawFrame.setting(4, 0)) { stream, body in
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return true
        }
      }
      defer { server.stop() }
      let get = ResolvedRequest(
        method: .get,
        url: try ResourceURL(server.url()),
        options: Self.options
      )
      #expect(try await transport.send(get, context: CallContext()).status == 204)
      let heard = try await bytesReceived()
      let failure = await #expect(throws: TransportFailure.self) {
        _ = try await post(1, to: server, within: .milliseconds(200))
      }
      #expect(failure?.code == .deadlineExceeded)
      #expect(failure?.mayHaveExecuted == true)
      // Until the server has answered a PING it may be gone, for all the client knows, and others get another connection.
      try await until { try await bytesReceived() != heard }
      let response = try await transport.send(get, context: CallContext())
      #expect(response.metrics.reusedConnection)
    }

    @Test(arguments: [1, 2, 3])
    func `a request that was certainly not executed was not, whatever streams are reset`(_ seed: UInt64) async throws {
      let done = Lock<Set<Int>>([])
      let random = Lock(SeededGenerator(seed: seed))
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, body in
          let kind = random.withLock { Int.random(in: 0..<4, using: &$0) }
          if kind == 0 {
            // REFUSED_STREAM (RFC 9113 §8.7)
            try connection.send(RawFrame.reset(stream, 7))
            return true
          }
          done.withLock { _ = $0.insert(number(body)) }
          let head = RawFrame.head(stream, [(":status", "200")])
          switch kind {
          case 1: try connection.send(RawFrame.reset(stream, 2))
          case 2: try connection.send(head + RawFrame.data(stream, Array(body.prefix(1))) + RawFrame.reset(stream, 8))
          default: try connection.send(head + RawFrame.data(stream, body, ends: true))
          }
          return true
        }
      }
      defer { server.stop() }
      await withTaskGroup(of: Void.self) { group in
        for number in 1000..<1100 {
          group.addTask {
            do {
              let echoed = try await post(number, to: server)
              #expect(echoed == number)
              #expect(done.withLock { $0.contains(number) })
            } catch let failure as TransportFailure {
              #expect(failure.code == .connectionClosed)
              #expect(failure.mayHaveExecuted == done.withLock { $0.contains(number) })
            } catch { Issue.record(error) }
          }
        }
      }
      #expect(server.connections.count == 1)
    }
  }
#endif
