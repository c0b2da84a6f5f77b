// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// Connections that end while streams are open.
  @Suite(.timeLimit(.minutes(2)))
  struct HTTP2EndsTests {
    private func put(
      _ size: Int,
      to server: ScriptedServer,
      _ environment: RequestEnvironment = RequestEnvironment()
    ) async throws -> TransportResponse {
      let request = ResolvedRequest(
        method: .put,
        url: try ResourceURL(server.url()),
        body: OutgoingBody(Data(count: size)),
        options: ExchangeOptions(httpVersion: .http2PriorKnowledge)
      )
      let context = CallContext(environment: environment, deadline: ContinuousClock.now + .seconds(60))
      return try await SocketTransport().send(request, context: context)
    }

    /// Reads up to the first `HEADERS`.
    private func readHead(_ connection: ScriptedConnection) throws {
      _ = try connection.read(24)
      while true {
        let head = try connection.read(9)
        _ = try connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
        if head[3] == 1 { return }
      }
    }

    @Test func `it is known where in what was gathered the head of each request begins`() throws {
      let pair = try RawPair()
      pair.give(RawFrame.of(4, flags: 1) + RawFrame.setting(4, 1 << 20) + RawFrame.windowUpdate(0, 1 << 20))
      func submit(_ path: String) throws -> HTTP2Stream {
        let head = HTTP2RequestHead(method: "PUT", scheme: "https", authority: "a", path: path, headers: [:])
        return try #require(pair.client.submit(head, body: TestBody([UInt8](repeating: 1, count: 100_000))))
      }
      let before = pair.client.gathered
      let streams = [try submit("/one"), try submit("/two")]
      #expect(streams.allSatisfy { $0.start == .max })
      // One frame, which is a head.
      let queue = ByteQueue()
      pair.client.gather(into: queue, upTo: 1)
      #expect(streams.map(\.start) == [before, .max] && pair.client.gathered == before + queue.count)
      let second = pair.client.gathered
      pair.client.gather(into: queue, upTo: .max)
      #expect(streams.map(\.start) == [before, second])
      #expect(pair.client.gathered - before == queue.count)
    }

    @Test func `nothing is gathered within an event`() throws {
      let pair = try RawPair()
      let head = HTTP2RequestHead(method: "PUT", scheme: "https", authority: "a", path: "/", headers: [:])
      let body = TestBody([UInt8](repeating: 1, count: 200_000))
      _ = try #require(pair.client.submit(head, body: body))
      _ = pair.sent()
      let queue = ByteQueue()
      // nghttp2 would free a stream that it still looks at.
      pair.record.onData = { stream, _ in
        pair.client.reset(stream)
        pair.client.gather(into: queue, upTo: .max)
      }
      pair.give(RawFrame.head(1, [(":status", "413")]) + RawFrame.data(1, [1, 2, 3]))
      #expect(queue.isEmpty)
      #expect(pair.record.ends[1] == .cancelled)
    }

    @Test func `a response before the end of its request may be the last of its connection`() async throws {
      let server = try ScriptedServer { connection in
        try readHead(connection)
        try connection.send(
          RawFrame.settings + RawFrame.goAway(1, 0) + RawFrame.head(1, [(":status", "413")], ends: true)
        )
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      for _ in 0..<20 { #expect(try await put(2_000_000, to: server).status == 413) }
    }

    @Test func `a violation after a GOAWAY ends what is open, although nothing follows`() async throws {
      let server = try ScriptedServer { connection in
        try readHead(connection)
        // A window cannot be enlarged by nothing (RFC 9113 §6.9).
        try connection.send(RawFrame.settings + RawFrame.goAway(1, 0) + RawFrame.windowUpdate(0, 0))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let failure = await #expect(throws: TransportFailure.self) { _ = try await put(10, to: server) }
      #expect(failure?.code == .protocolViolation)
      #expect(failure?.mayHaveExecuted == true)
    }

    @Test(arguments: [UInt32(1), 0])
    func `what a server says with its GOAWAY is in the error`(_ lastStream: UInt32) async throws {
      let server = try ScriptedServer { connection in
        try readHead(connection)
        try connection.send(RawFrame.settings + RawFrame.goAway(lastStream, 11, "too_many_pings"))
      }
      defer { server.stop() }
      let failure = await #expect(throws: TransportFailure.self) { _ = try await put(10, to: server) }
      #expect(failure?.mayHaveExecuted == (lastStream == 1))
      #expect(failure?.message.contains("ENHANCE_YOUR_CALM") == true, "\(failure?.message ?? "")")
    }

    @Test func `a body that was not sent when its connection ended is not read for it`() async throws {
      let server = try ScriptedServer { connection in
        try readHead(connection)
        try connection.send(RawFrame.setting(4, 1 << 30) + RawFrame.windowUpdate(0, 1 << 30))
        _ = try connection.read(100_000)
        connection.reset()
      }
      defer { server.stop() }
      let events = RecordedEvents()
      await #expect(throws: TransportFailure.self) {
        _ = try await put(64 << 20, to: server, RequestEnvironment(observer: events))
      }
      #expect(!events.kinds.contains(.sent))
    }

    @Test(arguments: [UInt32(0), 1, 2, 8, 11])
    func `a stream that is reset with an error failed, though its body came whole`(_ code: UInt32) async throws {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, _ in
          let head = RawFrame.head(stream, [(":status", "200"), ("content-length", "4")])
          try connection.send(head + RawFrame.data(stream, Array("good".utf8)) + RawFrame.reset(stream, code))
          return true
        }
      }
      defer { server.stop() }
      if code == 0 || code == 8 {
        #expect(try await put(1, to: server).status == 200)
      } else {
        let failure = await #expect(throws: TransportFailure.self) { _ = try await put(1, to: server) }
        #expect(failure?.code == .connectionClosed)
      }
    }

    @Test func `a server that speaks HTTP 1 is told from one that breaks HTTP 2`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.read(24)
        try connection.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let failure = await #expect(throws: TransportFailure.self) { _ = try await put(1, to: server) }
      #expect(failure?.code == .protocolViolation)
      #expect(failure?.message.contains("something other than HTTP/2") == true)
    }
  }
#endif
