// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import Testing

  @testable import ResourceRequestSockets

  /// What the bytes of a response mean, however they are cut.
  struct ResponseParserTests {
    /// A response, and what a parser makes of it: the status of each head, the body, the trailers, and the end.
    struct Reading: Equatable {
      var interim: [Int] = []
      var status: Int?
      var body = ""
      var trailers: [String] = []
      var fault: ResponseParser.Fault?
      var isOver = false
      var keepsConnection = false
      /// Bytes behind the response.
      var rest = 0
    }

    private func read(_ text: String, cutAt size: Int, isToHead: Bool = false, ends: Bool = true) -> Reading {
      var parser = ResponseParser()
      parser.begin(isToHead: isToHead, headLimit: 4096)
      var reading = Reading()
      let bytes = Array(text.utf8)
      var start = 0
      while start < bytes.count, !reading.isOver, reading.fault == nil {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        start += piece.count
        piece.withUnsafeBytes { take($0, by: &parser, into: &reading) }
      }
      if start < bytes.count { reading.rest += bytes.count - start }
      if ends, !reading.isOver, reading.fault == nil { note(parser.ended(), of: parser, in: &reading) }
      reading.keepsConnection = reading.isOver && parser.keepsConnection
      return reading
    }

    private func take(_ bytes: UnsafeRawBufferPointer, by parser: inout ResponseParser, into reading: inout Reading) {
      var input = bytes
      while !reading.isOver, reading.fault == nil {
        let event = parser.next(&input)
        if case .needsMore = event { return }
        note(event, of: parser, in: &reading)
      }
      reading.rest += input.count
    }

    private func note(_ event: ResponseParser.Event, of parser: ResponseParser, in reading: inout Reading) {
      switch event {
      case .needsMore: break
      case .interim(let status): reading.interim.append(status.code)
      case .head: reading.status = parser.reader.status.code
      case .body(let piece): reading.body += String(decoding: piece, as: UTF8.self)
      case .end:
        reading.trailers = parser.reader.trailers.map { "\($0.name)=\($0.value)" }
        reading.isOver = true
      case .fault(let fault): reading.fault = fault
      }
    }

    private static let whole: [(text: String, expected: Reading)] = [
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        Reading(status: 200, body: "hello", isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
        Reading(status: 200, body: "hello", isOver: true)
      ),
      (
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", Reading(status: 200, body: "ok", isOver: true)
      ),
      (
        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok",
        Reading(status: 200, body: "ok", isOver: true, keepsConnection: true)
      ),
      ("HTTP/1.1 200 OK\r\n\r\nuntil the end", Reading(status: 200, body: "until the end", isOver: true)),
      ("HTTP/1.1 204 \r\n\r\n", Reading(status: 204, isOver: true, keepsConnection: true)),
      ("HTTP/1.1 204 \r\nContent-Length: 0\r\n\r\n", Reading(status: 204, isOver: true, keepsConnection: true)),
      // Content may follow that it announced, and must not.
      ("HTTP/1.1 204 \r\nContent-Length: 4\r\n\r\n", Reading(status: 204, isOver: true)),
      ("HTTP/1.1 204 \r\nTransfer-Encoding: chunked\r\n\r\n", Reading(status: 204, isOver: true)),
      (
        "HTTP/1.1 304 Not\r\nContent-Length: 9\r\n\r\n", Reading(status: 304, isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        Reading(interim: [103], status: 200, isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n6 \r\n world\r\n0\r\nSum: 1\r\n\r\n",
        Reading(status: 200, body: "hello world", trailers: ["Sum=1"], isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0000000000000000002\r\nok\r\n000000000000000000\r\n\r\n",
        Reading(status: 200, body: "ok", isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 0000000000000000000002\r\n\r\nok",
        Reading(status: 200, body: "ok", isOver: true, keepsConnection: true)
      ),
      (
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
        Reading(status: 200, body: "ok", isOver: true, keepsConnection: true)
      ),
    ]

    @Test func `a response reads the same however its bytes are cut`() {
      for (text, expected) in Self.whole {
        for size in [1, 2, 3, 7, 16, text.utf8.count] {
          #expect(read(text, cutAt: size) == expected, "\(text.debugDescription) by \(size)")
        }
      }
    }

    @Test(arguments: [
      " HTTP/1.1 200 OK\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
      "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n", "\r\nHTTP/1.1 200 OK\r\n\r\n",
      "X: a\r\n\r\n", "garbage\r\n", "garbage", "\u{15}\u{3}\u{1}\0\u{2}\u{2}F", "HTTP/2", "\0\0\0\0",
    ])
    func `what does not begin as a response of HTTP/1 is none`(_ text: String) {
      for size in [1, text.utf8.count] { #expect(read(text, cutAt: size).fault == .foreign) }
    }

    @Test(arguments: [
      " X: a\r\n", "\tX: a\r\n", "A: b\r\n c\r\n", "A : b\r\n", "A: b\rc\r\n", "A: b\r\r\n", "A: b\0c\r\n", ": a\r\n",
      "A\r\n", "A B: c\r\n", "A(b): c\r\n", "Content-Length\u{A0}: 1\r\n", "A\u{1}: b\r\n",
    ])
    func `a line that others may read otherwise is refused`(_ line: String) {
      let text = "HTTP/1.1 200 OK\r\n" + line + "Content-Length: 0\r\n\r\n"
      for size in [1, text.utf8.count] { #expect(read(text, cutAt: size).fault == .headMalformed, "\(line)") }
    }

    @Test(arguments: ["O\0K", "\u{1}", "OK\u{7F}", "O\rK", "OK\r"])
    func `a reason with a control is refused`(_ reason: String) {
      let text = "HTTP/1.1 200 \(reason)\r\nContent-Length: 0\r\n\r\n"
      for size in [1, text.utf8.count] { #expect(read(text, cutAt: size).fault == .reasonMalformed) }
    }

    @Test(arguments: [
      "Content-Length: 1\r\nContent-Length: 2\r\n", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: -1\r\n", "Content-Length: +1\r\n", "Content-Length: 0x1\r\n", "Content-Length: 1, 2\r\n",
      "Content-Length: 99999999999999999999\r\n", "Content-Length:\r\n",
    ])
    func `ambiguous framing is refused`(_ lines: String) {
      let fault = read("HTTP/1.1 200 OK\r\n" + lines + "\r\n", cutAt: 64).fault
      if case .ambiguous = fault { return }
      Issue.record("\(lines): \(String(describing: fault))")
    }

    @Test(arguments: [
      "g\r\n", "\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", "1\n", "1\r\nab\r\n", "1\r\na\n0\r\n\r\n", "1 x\r\n",
      "1;a\rb\r\n",
      "10000000000000000\r\n", "1000000000000000\r\n",
    ])
    func `a malformed chunk is refused`(_ chunks: String) {
      let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
      for size in [1, text.utf8.count] { #expect(read(text, cutAt: size).fault == .chunkMalformed, "\(chunks)") }
    }

    @Test func `what a peer may make long has a limit`() {
      let head = "HTTP/1.1 200 OK\r\n"
      #expect(read(head + "X: " + String(repeating: "x", count: 5000), cutAt: 100).fault == .headTooLarge)
      #expect(read(head + String(repeating: "X: y\r\n", count: 1000), cutAt: 100).fault == .headTooLarge)
      let interim = String(repeating: "HTTP/1.1 103 \r\nX: y\r\n\r\n", count: 1000)
      #expect(read(interim, cutAt: 100).fault == .headTooLarge)
      let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
      #expect(
        read(chunked + "1;" + String(repeating: "x", count: 2000), cutAt: 100).fault == .chunkExtensionsTooLarge
      )
      let extended = String(repeating: "1;" + String(repeating: "x", count: 900) + "\r\na\r\n", count: 100)
      #expect(read(chunked + extended, cutAt: 1000).fault == .chunkExtensionsTooLarge)
      #expect(read(chunked + "0\r\n" + String(repeating: "X: y\r\n", count: 1000), cutAt: 99).fault == .headTooLarge)
    }

    @Test func `a response that ends early says where`() {
      let head = "HTTP/1.1 200 OK\r\n"
      #expect(read("", cutAt: 1).fault == .endedInHead)
      #expect(read(head, cutAt: 9).fault == .endedInHead)
      #expect(read(head + "Content-Length: 5\r\n\r\nhe", cutAt: 9).fault == .tooShort(2, of: 5))
      for part in ["", "5", "5\r\n", "5\r\nhe", "5\r\nhello", "5\r\nhello\r\n", "0\r\n", "0\r\nA: b\r\n"] {
        let text = head + "Transfer-Encoding: chunked\r\n\r\n" + part
        #expect(read(text, cutAt: 9).fault == .endedInBody, "\(part)")
      }
    }

    @Test func `bytes behind a response are not its own`() {
      let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n"
      let reading = read(text, cutAt: 1000, ends: false)
      #expect(reading.body == "ok")
      #expect(reading.rest == 17)
    }

    @Test func `a response to HEAD has no body, whatever it announces`() {
      for line in ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", ""] {
        let reading = read("HTTP/1.1 200 OK\r\n\(line)\r\n", cutAt: 5, isToHead: true, ends: false)
        #expect(reading == Reading(status: 200, isOver: true, keepsConnection: true))
      }
    }

    @Test func `a switch of protocols that nobody asked for is refused`() {
      let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\n\r\nwhatever"
      #expect(read(text, cutAt: 500).fault == .switchesProtocols)
    }
  }
#endif
