// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// What servers may send that nghttp2's would not: refusals, malformed heads, floods, garbage.
  struct HTTP2RudeServerTests {
    @Test func `a reset says what it says, and a refusal that nothing was executed`() throws {
      let pair = try RawPair()
      for _ in 0..<5 { try pair.get() }
      let unsent = try pair.get()
      #expect(!unsent.isSent)
      _ = pair.sent()
      #expect(unsent.isSent)
      let ok = [(":status", "200")]
      pair.give(RawFrame.reset(1, NGHTTP2_REFUSED_STREAM.rawValue) + RawFrame.reset(3, NGHTTP2_INTERNAL_ERROR.rawValue))
      pair.give(RawFrame.head(5, ok) + RawFrame.reset(5, NGHTTP2_REFUSED_STREAM.rawValue))
      pair.give(RawFrame.head(7, ok, ends: true) + RawFrame.reset(7, NGHTTP2_NO_ERROR.rawValue))
      pair.give(RawFrame.head(9, ok) + RawFrame.reset(9, NGHTTP2_NO_ERROR.rawValue))
      #expect(
        pair.record.ends
          == [1: .notExecuted, 3: .reset(2), 5: .reset(7), 7: .complete, 9: .reset(0)]
      )
      #expect(pair.client.fault == nil)
    }

    @Test func `a GOAWAY ends what is above its last stream, and lets the rest end`() throws {
      let pair = try RawPair()
      pair.give(RawFrame.setting(3, 2))
      for _ in 0..<3 { try pair.get() }
      _ = pair.sent()
      pair.give(RawFrame.goAway(1, 0, "bye"))
      // The second was sent, the third had to wait for its turn.
      #expect(pair.record.ends == [3: .notExecuted, 5: .notExecuted])
      #expect(pair.record.log.contains("goaway 1 0 bye"))
      #expect(!pair.client.canOpenStream)
      let head = HTTP2RequestHead(method: "GET", scheme: "https", authority: "a", path: "/", headers: [:])
      #expect(pair.client.submit(head) == nil)
      pair.give(RawFrame.head(1, [(":status", "204")], ends: true))
      #expect(pair.record.ends[1] == .complete)
      #expect(pair.client.isDead)
      #expect(pair.client.fault == nil)
    }

    @Test func `a response before the end of its request is whole, and the rest is not sent`() throws {
      let pair = try RawPair()
      let body = TestBody([UInt8](repeating: 1, count: 200_000))
      let head = HTTP2RequestHead(method: "PUT", scheme: "https", authority: "a", path: "/", headers: [:])
      let stream = try #require(pair.client.submit(head, body: body))
      _ = pair.sent()
      pair.give(RawFrame.head(1, [(":status", "413")], ends: true))
      #expect(pair.record.log.suffix(2) == ["1 head 413", "1 ended"])
      #expect(!stream.isRequestWhole)
      let left = body.left
      pair.client.reset(stream, code: NGHTTP2_NO_ERROR.rawValue)
      pair.give(RawFrame.windowUpdate(0, 1 << 20))
      #expect(pair.record.ends[1] == .complete)
      #expect(body.left == left)
    }

    @Test func `what has no body may announce a length`() throws {
      let pair = try RawPair()
      let head = HTTP2RequestHead(method: "HEAD", scheme: "https", authority: "a", path: "/", headers: [:])
      _ = try #require(pair.client.submit(head))
      try pair.get()
      _ = pair.sent()
      pair.give(RawFrame.head(1, [(":status", "200"), ("content-length", "9")], ends: true))
      pair.give(RawFrame.head(3, [(":status", "304"), ("content-length", "9")], ends: true))
      #expect(pair.record.ends == [1: .complete, 3: .complete])
    }

    @Test func `interim heads count to the limit of heads, but for reports of progress`() throws {
      let pair = try RawPair()
      try pair.get(headLimit: 400)
      _ = pair.sent()
      for _ in 0..<1000 { pair.give(RawFrame.head(1, [(":status", "104"), ("upload-offset", "1000")])) }
      #expect(pair.record.ends.isEmpty)
      for _ in 0..<50 {
        pair.give(RawFrame.head(1, [(":status", "103"), ("link", "</style>")]))
        pair.give(RawFrame.head(1, [(":status", "104"), ("upload-offset", "1000")]))
      }
      #expect(pair.record.ends == [1: .headTooLarge])
    }

    private static let malformed: [[(String, String)]] = [
      [], [("x", "y")], [(":status", "200"), (":status", "200")], [("a", "b"), (":status", "200")],
      [(":status", "20")], [(":status", "2000")], [(":status", "000")], [(":status", "abc")], [(":status", "")],
      [(":status", "101")], [(":path", "/"), (":status", "200")], [(":status", "200"), (":new", "x")],
      [(":status", "200"), ("Upper", "x")], [(":status", "200"), ("connection", "close")],
      [(":status", "200"), ("transfer-encoding", "chunked")], [(":status", "200"), ("keep-alive", "1")],
      [(":status", "200"), ("te", "gzip")], [(":status", "200"), ("a b", "x")], [(":status", "200"), ("", "x")],
      [(":status", "200"), ("a", "x\r\ny: z")], [(":status", "200"), ("a", "x\0")], [(":status", "200"), (" a", "x")],
      [(":status", "200"), ("content-length", "1"), ("content-length", "2")],
      [(":status", "200"), ("content-length", "-1")], [(":status", "200"), ("content-length", "1x")],
      [(":status", "200"), ("content-length", "3")],
    ]

    @Test func `blanks around a value are no part of it`() throws {
      let pair = try RawPair()
      try pair.get()
      _ = pair.sent()
      let fields = [(":status", "200"), ("a", " x"), ("b", "\ty z \t"), ("c", " "), ("d", "")]
      pair.give(RawFrame.head(1, fields, ends: true), piece: 5)
      #expect(pair.record.ends[1] == .complete)
      #expect(pair.record.heads[1] == ["a": "x", "b": "y z", "c": "", "d": ""])
    }

    @Test(arguments: malformed.indices)
    func `a malformed head ends its stream and no other`(_ index: Int) throws {
      let pair = try RawPair()
      for _ in 0..<2 { try pair.get() }
      _ = pair.sent()
      pair.give(RawFrame.head(1, Self.malformed[index], ends: true), piece: 5)
      let end = try #require(pair.record.ends[1])
      guard case .violation = end else {
        Issue.record("\(end)")
        return
      }
      #expect(pair.client.fault == nil)
      pair.give(RawFrame.head(3, [(":status", "200")], ends: true))
      #expect(pair.record.ends[3] == .complete)
      #expect(!pair.record.log.contains { $0.hasPrefix("1 head") && index != Self.malformed.count - 1 })
    }

    @Test func `a body of another length than announced ends its stream`() throws {
      for (body, ends) in [([1, 2], true), ([1, 2, 3, 4], false)] as [([UInt8], Bool)] {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        pair.give(RawFrame.head(1, [(":status", "200"), ("content-length", "3")]) + RawFrame.data(1, body, ends: ends))
        guard case .violation? = pair.record.ends[1] else {
          Issue.record("\(pair.record.log)")
          return
        }
      }
    }

    /// The end of a stream's body that has 3 bytes, and then bytes that it may not have.
    @Test(
      arguments: [[(":status", "200"), ("content-length", "3")], [(":status", "204")]],
      [NGHTTP2_NO_ERROR.rawValue, NGHTTP2_CANCEL.rawValue]
    )
    func `a body that is too long is no response, though the server says that it did not fail`(
      _ head: [(String, String)],
      _ code: UInt32
    ) throws {
      for body in [RawFrame.data(1, [4]), RawFrame.of(0, flags: 8, stream: 1, [2, 4, 0, 0])] {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        let whole = head.count > 1 ? RawFrame.data(1, [1, 2, 3]) : []
        pair.give(RawFrame.head(1, head) + whole + body + RawFrame.reset(1, code))
        guard case .violation? = pair.record.ends[1] else {
          Issue.record("\(pair.record.log)")
          return
        }
      }
    }

    @Test func `a head in too many frames ends the connection, which says so and sends no more`() throws {
      let pair = try RawPair()
      try pair.get()
      _ = pair.sent()
      let block = RawFrame.block([(":status", "200")] + (0..<100).map { ("a\($0)", "b") })
      var bytes = RawFrame.of(1, stream: 1, Array(block.prefix(1)))
      for byte in block.dropFirst() { bytes += RawFrame.of(9, stream: 1, [byte]) }
      let waiting = try pair.get()
      let body = bytes.withUnsafeBytes { pair.client.receive($0, period: 0) }
      #expect(body?.code == NGHTTP2_PROTOCOL_ERROR.rawValue || body?.code == NGHTTP2_ENHANCE_YOUR_CALM.rawValue)
      // A GOAWAY, and no request.
      let said = pair.sent()
      #expect(said.count > 3 && said[3] == 7 && !waiting.isSent)
    }

    @Test func `trailers with pseudo-header fields end their stream`() throws {
      let pair = try RawPair()
      try pair.get()
      _ = pair.sent()
      pair.give(RawFrame.head(1, [(":status", "200")]) + RawFrame.head(1, [(":status", "200")], ends: true))
      guard case .violation? = pair.record.ends[1] else {
        Issue.record("\(pair.record.log)")
        return
      }
    }

    @Test func `a head that grows beyond its limits ends its stream or its connection`() throws {
      let big = String(repeating: "x", count: 3000)
      let pair = try RawPair()
      for _ in 0..<3 { try pair.get(headLimit: 10_000) }
      _ = pair.sent()
      // One entry of the table, named again and again: a byte each.
      let bomb = [0x88, 0x40] + RawFrame.block([("a", big)]).dropFirst() + [UInt8](repeating: 0xBE, count: 10_000)
      #expect(pair.give(RawFrame.of(1, flags: 5, stream: 1, bomb)) == nil)
      #expect(pair.record.ends == [1: .headTooLarge])
      pair.give(RawFrame.head(3, [(":status", "200"), ("b", big)], ends: true))
      #expect(pair.record.ends[3] == .complete)
      let many = [0x88] + [UInt8](repeating: 0xBF, count: 6000)
      let other = try RawPair(HTTP2Limits(fieldCount: 100))
      try other.get()
      _ = other.sent()
      other.give(
        RawFrame.of(
          1,
          flags: 5,
          stream: 1,
          [0x88, 0x40] + RawFrame.block([("a", "b")]).dropFirst() + many.map { $0 == 0xBF ? 0xBE : $0 }
        )
      )
      #expect(other.record.ends[1] != nil)
      #expect(other.record.ends[1] != .complete)
    }

    private static let floods: [(String, [UInt8])] = [
      ("PING", RawFrame.of(6, [UInt8](repeating: 0, count: 8))),
      ("PING", RawFrame.of(6, flags: 1, [UInt8](repeating: 0, count: 8))),
      ("SETTINGS", RawFrame.settings), ("SETTINGS", RawFrame.setting(4, 70_000)), ("GOAWAY", RawFrame.goAway(1, 0)),
      ("PRIORITY", RawFrame.of(2, stream: 1, [0, 0, 0, 0, 9])), ("unknown", RawFrame.of(200, [1, 2, 3])),
      ("unknown", RawFrame.of(10, stream: 1)), ("DATA", RawFrame.data(1, [])),
      ("DATA", RawFrame.of(0, flags: 8, stream: 1, [3, 0, 0, 0])), ("DATA", RawFrame.of(0, flags: 8, stream: 1, [0])),
      ("WINDOW_UPDATE", RawFrame.windowUpdate(1, 1)), ("WINDOW_UPDATE", RawFrame.windowUpdate(0, 1)),
      ("HEADERS", RawFrame.head(1, [(":status", "104")])), ("RST_STREAM", RawFrame.reset(3, 8)),
    ]

    @Test(arguments: floods.indices)
    func `a flood ends the connection after a bounded number of bytes, and not before`(_ index: Int) throws {
      let (name, frame) = Self.floods[index]
      let pair = try RawPair()
      try pair.get()
      try pair.get()
      _ = pair.sent()
      if name == "DATA" { pair.give(RawFrame.head(1, [(":status", "200")])) }
      var count = 0
      while pair.client.fault == nil, count < 20_000 {
        pair.give(frame, piece: count % 50 == 0 ? 2 : .max)
        count += 1
      }
      #expect(pair.client.fault?.code == NGHTTP2_ENHANCE_YOUR_CALM.rawValue)
      #expect(pair.client.fault?.reason.contains(name) == true)
      #expect(count > 9)
      // The next period would have had room again.
      let patient = try RawPair()
      try patient.get()
      try patient.get()
      _ = patient.sent()
      if name == "DATA" { patient.give(RawFrame.head(1, [(":status", "200")])) }
      for _ in 0..<(count + count / 2) {
        patient.period += 1
        patient.give(frame)
      }
      #expect(patient.client.fault == nil)
    }

    @Test func `a head without an end ends the connection`() throws {
      for payload in [[], [UInt8](repeating: 0x88, count: 16_000)] as [[UInt8]] {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        pair.give(RawFrame.of(1, stream: 1, [0x88]))
        var count = 0
        while pair.client.fault == nil, count < 1000 {
          pair.give(RawFrame.of(9, stream: 1, payload))
          count += 1
        }
        #expect(pair.client.fault != nil)
        #expect(count <= 65)
      }
    }

    @Test func `a head in several frames is a head, however it is cut`() throws {
      for piece in [1, 2, 8, 9, 10, .max] {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        var frames = RawFrame.of(1, flags: 1, stream: 1, [0x88])
        for name in ["a", "b", "c", "d"] { frames += RawFrame.of(9, stream: 1, RawFrame.block([(name, "x")])) }
        frames += RawFrame.of(9, flags: 4, stream: 1, RawFrame.block([("e", "x")]))
        #expect(pair.give(frames, piece: piece) == nil)
        #expect(pair.record.log.suffix(3) == ["1 head 200 a=x b=x c=x d=x e=x", "1 ended", "1 closed complete"])
      }
    }

    @Test func `a response before a flood is whole, however it is cut`() throws {
      for piece in [1, 100, .max] {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        let response = RawFrame.head(1, [(":status", "200")]) + RawFrame.data(1, [1, 2, 3], ends: true)
        let flood = Array(repeatElement(RawFrame.settings, count: 200).joined())
        #expect(pair.give(response + flood, piece: piece)?.code == NGHTTP2_ENHANCE_YOUR_CALM.rawValue)
        #expect(pair.record.ends[1] == .complete)
        #expect(pair.record.bodies[1] == [1, 2, 3])
      }
    }

    @Test func `a server that reads what is sent may update windows for it`() throws {
      let pair = try RawPair()
      pair.give(RawFrame.setting(4, 1 << 30) + RawFrame.windowUpdate(0, 1 << 30))
      let head = HTTP2RequestHead(method: "PUT", scheme: "https", authority: "a", path: "/", headers: [:])
      _ = try #require(pair.client.submit(head, body: TestBody([UInt8](repeating: 1, count: 4_000_000))))
      _ = pair.sent()
      for _ in 0..<25_000 { pair.give(RawFrame.windowUpdate(1, 1)) }
      #expect(pair.client.fault == nil)
    }

    @Test func `a server may update two windows for each frame of a body, however small`() throws {
      let pair = try RawPair()
      pair.give(RawFrame.setting(4, 1 << 30) + RawFrame.windowUpdate(0, 1 << 30))
      let head = HTTP2RequestHead(method: "PUT", scheme: "https", authority: "a", path: "/", headers: [:])
      let body = TestBody([UInt8](repeating: 1, count: 12_000), piece: 1)
      _ = try #require(pair.client.submit(head, body: body))
      _ = pair.sent()
      #expect(body.left == 0)
      for _ in 0..<12_000 { pair.give(RawFrame.windowUpdate(0, 1) + RawFrame.windowUpdate(1, 1)) }
      #expect(pair.client.fault == nil)
    }

    @Test func `what is no HTTP/2 ends the connection`() throws {
      let garbage: [[UInt8]] = [
        Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8),
        RawFrame.head(1, [(":status", "200")]), [UInt8](repeating: 255, count: 100),
      ]
      for bytes in garbage {
        let record = HTTP2Record()
        let client = try #require(HTTP2Session(events: record))
        let fault = withExtendedLifetime(record) { bytes.withUnsafeBytes { client.receive($0, period: 0) } }
        #expect(fault != nil, "\(bytes)")
        #expect(fault == client.fault)
      }
      let frames: [[UInt8]] = [
        RawFrame.of(5, flags: 4, stream: 1, [0, 0, 0, 2]), RawFrame.data(2, [1]), RawFrame.data(5, [1]),
        RawFrame.head(2, [(":status", "200")]), RawFrame.windowUpdate(0, 0), RawFrame.of(6, [1]),
        RawFrame.of(9, flags: 4, stream: 1, [0x88]),
        RawFrame.of(1, flags: 4, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        RawFrame.of(1, stream: 1, [0x88]) + RawFrame.data(1, []), RawFrame.setting(2, 1), RawFrame.setting(5, 1),
        RawFrame.of(0, flags: 8, stream: 1, [200, 0]), RawFrame.reset(9, 0),
        RawFrame.data(1, [UInt8](repeating: 0, count: 16_385)),
      ]
      for (index, frame) in frames.enumerated() {
        for isLast in [false, true] {
          let pair = try RawPair()
          try pair.get()
          _ = pair.sent()
          if isLast { pair.give(RawFrame.goAway(1, 0)) }
          #expect(pair.give(frame, piece: 3) != nil, "\(index)")
          #expect(pair.client.isDead)
        }
      }
    }

    @Test func `random bytes after a good beginning never do harm`() throws {
      var random = SystemRandomNumberGenerator()
      for _ in 0..<300 {
        let pair = try RawPair()
        try pair.get()
        _ = pair.sent()
        var bytes = RawFrame.head(1, [(":status", "200"), ("a", "b")]) + RawFrame.data(1, [1, 2, 3], ends: true)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        pair.give(bytes, piece: Int.random(in: 1...40, using: &random))
        #expect(pair.record.ends.count <= 1)
      }
    }
  }
#endif
