// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// A client session against nghttp2's server, both in memory.
  struct HTTP2SessionTests {
    private static let pieces = [1, 7, 1000, Int.max]

    private func setting(_ id: nghttp2_settings_id, _ value: UInt32) -> nghttp2_settings_entry {
      nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: value)
    }

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 5) } }

    @Test(arguments: pieces)
    func `requests and responses go both ways, however the bytes are cut`(_ piece: Int) throws {
      let pair = try HTTP2Pair(piece: piece) { request in
        HTTP2Peer.Answer(
          fields: [(":status", "200"), ("x-path", request.fields[3]), ("x-long", "a value that is no small string")],
          body: Array("body of \(request.fields[3])".utf8)
        )
      }
      let streams = try (0..<5).map {
        try pair.submit("GET", "/\($0)", headers: ["X-One": " 1\t", "X-None": "  ", "Connection": "close"])
      }
      pair.run()
      #expect(streams.map(\.id) == [1, 3, 5, 7, 9])
      for (number, stream) in streams.enumerated() {
        let path = ":path=/\(number)"
        #expect(
          pair.peer.requests[stream.id]?.fields
            == [":method=GET", ":scheme=https", ":authority=api.test", path, "x-one=1", "x-none="]
        )
        #expect(pair.record.ends[stream.id] == .complete)
        #expect(pair.record.heads[stream.id] == ["x-path": path, "x-long": "a value that is no small string"])
        #expect(pair.record.bodies[stream.id] == Array("body of \(path)".utf8))
      }
      #expect(pair.peer.resets.isEmpty)
      #expect(pair.client.streams.isEmpty)
      #expect(!pair.client.isDead)
    }

    @Test func `data that is of no body ends the connection, and that of bodies and of reset streams does not`() throws
    {
      var limits = HTTP2Limits()
      limits.strayBytes = 1 << 20
      let frame = RawFrame.data(1, [UInt8](repeating: 1, count: 16_000))
      let closed = try RawPair(limits)
      try closed.get()
      _ = closed.sent()
      closed.give(RawFrame.head(1, [(":status", "204")], ends: true))
      var count = 0
      while closed.client.fault == nil, count < 1000 {
        closed.give(frame)
        count += 1
      }
      #expect(closed.client.fault?.code == NGHTTP2_ENHANCE_YOUR_CALM.rawValue && count == 66)
      let read = try RawPair(limits)
      let stream = try read.get()
      _ = read.sent()
      read.give(RawFrame.head(1, [(":status", "200")]))
      for _ in 0..<200 {
        read.give(frame)
        read.client.consume(stream, 16_000)
      }
      #expect(read.client.fault == nil && read.record.bodies[1]?.count == 3_200_000)
      // The window of one that is reset is on the way.
      limits.strayBytes = 100_000
      let left = try RawPair(limits)
      let other = try left.get()
      _ = left.sent()
      left.give(RawFrame.head(1, [(":status", "200")]))
      left.client.reset(other)
      for _ in 0..<16 { left.give(frame) }
      #expect(left.client.fault == nil)
      for _ in 0..<7 { left.give(frame) }
      #expect(left.client.fault != nil)
    }

    @Test(arguments: pieces)
    func `bodies and trailers go both ways`(_ piece: Int) throws {
      let pair = try HTTP2Pair(piece: piece) { request in
        HTTP2Peer.Answer(body: request.body, trailers: [("x-sum", "9"), ("x-fields", "\(request.fields.count)")])
      }
      let sent = Self.bytes(piece < 1000 ? 50_000 : 500_000)
      let one = try pair.submit("POST", body: TestBody(sent, trailers: ["X-End": "yes", "Host": "no"], piece: 3000))
      let other = try pair.submit("PUT", body: TestBody([]))
      pair.run()
      #expect(pair.peer.requests[one.id]?.body == sent)
      #expect(pair.peer.requests[one.id]?.fields.last == "x-end=yes")
      #expect(pair.record.bodies[one.id] == sent)
      #expect(pair.record.log.contains("\(one.id) ended x-sum=9 x-fields=5"))
      #expect(pair.record.log.contains("\(other.id) ended x-sum=9 x-fields=4"))
      #expect(pair.record.ends == [one.id: .complete, other.id: .complete])
      #expect(one.isRequestWhole)
    }

    @Test func `many small requests leave in one piece`() throws {
      let pair = try HTTP2Pair { _ in HTTP2Peer.Answer(body: [1, 2, 3]) }
      pair.run()
      for _ in 0..<64 { try pair.submit("GET", "/same") }
      // One write has the requests; what is left is no more than a window's update.
      #expect(pair.run() <= 2)
      #expect(pair.record.ends.count == 64)
      #expect(pair.record.ends.values.allSatisfy { $0 == .complete })
    }

    @Test func `a slow reader holds its own stream back and no other`() throws {
      let size = 1_000_000
      let pair = try HTTP2Pair(HTTP2Limits(streamWindow: 64 << 10, connectionWindow: 1 << 20)) { request in
        HTTP2Peer.Answer(body: Self.bytes(request.fields[3].hasSuffix("slow") ? size : 300_000))
      }
      let slow = try pair.submit("GET", "/slow")
      pair.record.onData = { [client = pair.client] stream, count in
        if stream.id != 1 { client.consume(stream, count) }
      }
      pair.run()
      #expect(pair.record.bodies[slow.id]?.count == 64 << 10)
      for _ in 0..<5 {
        let quick = try pair.submit("GET", "/quick")
        pair.run()
        #expect(pair.record.bodies[quick.id]?.count == 300_000)
      }
      pair.client.consume(slow, 40 << 10)
      pair.run()
      #expect(pair.record.bodies[slow.id]?.count == 104 << 10)
      pair.record.onData = { [client = pair.client] stream, count in client.consume(stream, count) }
      pair.client.consume(slow, 64 << 10)
      pair.run()
      #expect(pair.record.bodies[slow.id] == Self.bytes(size))
      #expect(pair.record.ends[slow.id] == .complete)
    }

    @Test func `a body waits for the server's window, which may stay 0`() throws {
      let pair = try HTTP2Pair(settings: [setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0)]) { _ in HTTP2Peer.Answer() }
      pair.run()
      let body = TestBody(Self.bytes(100_000))
      let stream = try pair.submit("POST", body: body)
      pair.run()
      #expect(body.left == 100_000)
      #expect(stream.isSent)
      #expect(!stream.isRequestWhole)
      #expect(!pair.client.wantsWrite)
      nghttp2_submit_window_update(pair.peer.session, 0, stream.id, 100_000)
      pair.run()
      #expect(pair.peer.requests[stream.id]?.body.count == 100_000)
      #expect(pair.record.ends[stream.id] == .complete)
    }

    @Test func `a body that has nothing yet is asked again, and one that fails resets its stream`() throws {
      let pair = try HTTP2Pair { _ in HTTP2Peer.Answer() }
      let (late, failing) = (TestBody([1, 2, 3]), TestBody([1]))
      (late.isLate, failing.fails) = (true, true)
      let one = try pair.submit("POST", body: late)
      let other = try pair.submit("POST", body: failing)
      pair.run()
      #expect(pair.record.ends == [other.id: .bodyFailed])
      #expect(pair.peer.resets[other.id] == NGHTTP2_INTERNAL_ERROR.rawValue)
      late.isLate = false
      pair.client.resume(one)
      pair.run()
      #expect(pair.peer.requests[one.id]?.body == [1, 2, 3])
      #expect(pair.record.ends[one.id] == .complete)
    }

    @Test func `no more streams are open than the server allows`() throws {
      let pair = try HTTP2Pair(settings: [setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 1)]) { _ in
        HTTP2Peer.Answer()
      }
      pair.run()
      #expect(pair.client.streamLimit == 1)
      #expect(pair.record.log == ["settings"])
      #expect(pair.client.canOpenStream)
      let streams = try (0..<3).map { _ in try pair.submit("GET") }
      #expect(!pair.client.canOpenStream)
      pair.run()
      #expect(streams.allSatisfy { pair.record.ends[$0.id] == .complete })
      #expect(pair.client.canOpenStream)
    }

    @Test func `a request that was cancelled has no more events, and its connection goes on`() throws {
      let pair = try HTTP2Pair { _ in HTTP2Peer.Answer(body: Self.bytes(200_000)) }
      pair.run()
      let stream = try pair.submit("GET")
      pair.record.onData = { [client = pair.client] stream, _ in client.reset(stream) }
      pair.run()
      #expect(pair.record.ends[stream.id] == .cancelled)
      #expect((pair.record.bodies[stream.id]?.count ?? 0) <= 16 << 10)
      #expect(pair.peer.resets[stream.id] == NGHTTP2_CANCEL.rawValue)
      // One that was not sent yet is not sent.
      let unsent = try pair.submit("GET")
      pair.client.reset(unsent)
      pair.run()
      #expect(pair.record.ends[unsent.id] == .cancelled)
      #expect(!unsent.isSent)
      #expect(pair.peer.requests[unsent.id] == nil)
      pair.record.onData = { [client = pair.client] stream, count in client.consume(stream, count) }
      let next = try pair.submit("GET")
      pair.run()
      #expect(pair.record.bodies[next.id]?.count == 200_000)
    }

    @Test func `a ping is answered, and a goodbye lets open streams end`() throws {
      let pair = try HTTP2Pair { _ in HTTP2Peer.Answer(interim: [[(":status", "103"), ("link", "</a>")]]) }
      pair.client.ping()
      let stream = try pair.submit("GET")
      pair.client.goAway()
      #expect(!pair.client.canOpenStream)
      pair.run()
      #expect(pair.record.log.contains("pong"))
      #expect(pair.record.log.suffix(4) == ["1 interim 103 link=</a>", "1 head 200", "1 ended", "1 closed complete"])
      #expect(pair.record.ends[stream.id] == .complete)
      #expect(pair.client.isDead)
      #expect(pair.client.fault == nil)
    }
  }
#endif
