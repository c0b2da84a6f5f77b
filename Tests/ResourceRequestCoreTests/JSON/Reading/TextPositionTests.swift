// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

@Suite struct `Text positions` {
  @Test(arguments: ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd"])
  func `each kind of line end counts once`(text: String) {
    let bytes = Array(text.utf8)
    let position = TextPosition(offset: (bytes.firstIndex(of: UInt8(ascii: "c")) ?? 0), in: bytes)
    #expect((position.line, position.column) == (2, 2))
    #expect(String(decoding: bytes[position.lineRange], as: UTF8.self) == "bc")
    #expect(TextPosition(offset: bytes.count, in: bytes).line == 3)
  }

  @Test func `offsets outside the text are moved to its ends`() {
    #expect(TextPosition(offset: -5, in: []).column == 1)
    #expect(TextPosition(offset: 99, in: Array("ab".utf8)).column == 3)
    #expect(TextPosition(offset: 1, in: [0xEF, 0xBB, 0xBF, 0x31]).column == 1)
  }

  private func excerpt(of text: String, at offset: Int) -> String {
    TextPosition(offset: offset, in: Array(text.utf8)).excerpt(of: Array(text.utf8))
  }

  @Test func `the caret stands under the place`() {
    #expect(excerpt(of: "one\ntwo three\nfour", at: 8) == "two three\n    ^")
    #expect(excerpt(of: "\u{FEFF}größe: 1", at: 10) == "größe: 1\n     ^")
    #expect(excerpt(of: "", at: 0) == "\n^")
    #expect(excerpt(of: "ab\r\ncd", at: 3) == "ab\n  ^")
  }

  @Test func `of a long line only the part around the place is shown`() {
    let line = String(repeating: "0123456789", count: 1000)
    let lines = excerpt(of: line, at: 5003).split(separator: "\n").map(String.init)
    #expect(lines.map(\.count) == [121, 61])
    #expect(lines.first.map { Array($0)[60] } == "3")
  }

  @Test func `control characters cannot steer the terminal`() {
    #expect(excerpt(of: "a\u{1B}[31mb", at: 1) == "a\u{FFFD}[31mb\n ^")
  }
}
