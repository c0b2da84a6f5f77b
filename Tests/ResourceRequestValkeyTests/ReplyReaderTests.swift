// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestValkey

/// Replies of a server, as they arrive.
struct ReplyReaderTests {
  private static func read(_ text: String, by size: Int = .max, limit: Int = 1 << 20) throws -> [ValkeyReply] {
    var reader = ReplyReader(limit: limit)
    var replies: [ValkeyReply] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))) {
      let piece = Array(bytes[start..<min(bytes.count, start + min(size, bytes.count))])
      try reader.feed(piece)
      while let reply = try reader.next() { replies.append(reply) }
    }
    return replies
  }

  @Test(arguments: [1, 2, 3, 7, .max]) func `replies are the same in whatever pieces they come`(_ size: Int) throws {
    let text =
      "+OK\r\n:-7\r\n$5\r\na\r\nbc\r\n$-1\r\n*-1\r\n*2\r\n$0\r\n\r\n*1\r\n:1\r\n-WRONGTYPE hunter2 is no list\r\n"
    #expect(
      try Self.read(text, by: size) == [
        .bytes(Array("OK".utf8)), .number(-7), .bytes(Array("a\r\nbc".utf8)), .nothing, .nothing,
        .list([.bytes([]), .list([.number(1)])]), .failure("WRONGTYPE"),
      ]
    )
  }

  @Test(arguments: [
    "x\r\n", ":x\r\n", "$x\r\n", "$2\r\nabc\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", "*9999999999\r\n",
    "$9999999999\r\n",
    "+OK\rx", ":99999999999999999999\r\n", "\r\n",
  ])
  func `what is no reply, or too deep or large a one, is refused`(_ text: String) {
    #expect(throws: ReplyReader.Invalid.self) { try Self.read(text) }
  }

  @Test(
    arguments: [
      ("-READONLY You can't write against a read only replica.", "READONLY"),
      (
        "-ERR Error running script (call to f_1): @user_script:1: @user_script: 1: -READONLY You can't write against a "
          + "read only replica.", "READONLY"
      ),
      ("-ERR Error running script (call to f_1): @user_script:1: @user_script: 1: -OOM not allowed", "ERR"),
      ("-ERR unknown command 'READONLY'", "ERR"),
    ]
  ) func `a server that only reads says so behind the name of a script, too`(_ line: String, _ word: String) throws {
    #expect(try Self.read(line + "\r\n") == [.failure(word)])
  }

  @Test func `all replies together have a limit`() {
    #expect(throws: ReplyReader.Invalid.self) {
      try Self.read(String(repeating: ":1\r\n", count: 100), by: 4, limit: 300)
    }
  }

  @Test func `any bytes end in a reply, in waiting or in a refusal`() {
    var generator = SystemRandomNumberGenerator()
    let marks = Array("+-:$*0123456789\r\n-1".utf8)
    for _ in 0..<20_000 {
      var reader = ReplyReader(limit: 1 << 16)
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? marks.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      do {
        try reader.feed(bytes)
        while try reader.next() != nil {}
      } catch {}
    }
  }
}
