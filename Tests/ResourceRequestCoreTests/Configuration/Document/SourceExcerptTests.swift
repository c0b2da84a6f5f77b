// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

@Suite struct `The line under an error` {
  static func secrets(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return SecretRanges(in: bytes).ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  // No other test may declare these harmless names secret: a configuration's `redact` applies to the whole process.
  @Test(arguments: [
    (#"{"password": "a"}"#, ["a"]), (#"{"password" : "a", "size": "c"}"#, ["a"]), (#"{"Password":"a\"b"}"#, [#"a\"b"#]),
    (#"{"token": 17, "size": 1}"#, ["17"]), (#"{"token": ["a", "b"], "unit": "d"}"#, ["a", "b"]),
    (#"{"token": [["a"], "b"], "unit": "d"}"#, ["a", "b"]), (#"{"colour": "b"}"#, []),
    (#"{"auth": {"type": "basic"}}"#, []),
    (#"{"auth": {"type": "apiKey", "name": "X-Key", "value": "a"}, "size": "c"}"#, ["a"]),
    (#"{"auth": {"kind": {"key": "a", "scope": "c"}, "username": "ann"}}"#, ["a"]),
    (#"{"auth": [{"value": "a"}], "size": "c"}"#, ["a"]), (#"{"password": "a"#, ["a"]),
    ("{\"password\":\n\"a\n", ["a"]),
    (#"{"passw\u006frd": "a"}"#, ["a"]), (#"{"url": "http://u:p@a/?key=k&page=y"}"#, ["u:p", "k"]),
    (#"["http://a/@b"]"#, []), (#"{"password": "#, []), (#""\"#, []), (#"{"password": "a\"#, [#"a\"#]),
    (#"{"cookie": [1, {"size": "c"}, "d"]}"#, ["1", "c"]), (#"{"password": nope nope}"#, ["nope nope"]),
  ])
  func `what must not be shown is found by its key`(text: String, expected: [String]) {
    #expect(Self.secrets(text) == expected)
  }

  static func excerpt(_ text: String, at offset: Int, hiding secrets: [Range<Int>] = []) -> SourceExcerpt {
    SourceExcerpt(of: offset, lineStart: 0, in: Array(text.utf8), hiding: secrets)
  }

  @Test func `the caret stands under the place, behind what is replaced`() {
    let text = #"{"a": "secret", "b": 1}"#
    for (offset, caret) in [(0, 0), (7, 7), (10, 7), (13, 17), (16, 20), (text.utf8.count, 27)] {
      let excerpt = Self.excerpt(text, at: offset, hiding: [7..<13])
      #expect(excerpt.text == #"{"a": "‹redacted›", "b": 1}"#)
      #expect(excerpt.caretOffset == caret, "\(offset)")
    }
  }

  @Test func `a long line is cut between characters`() {
    let text = String(repeating: "ü", count: 500)
    let excerpt = Self.excerpt(text, at: 501)
    #expect(excerpt.text.hasPrefix("…ü") && excerpt.text.hasSuffix("ü…"))
    #expect(!excerpt.text.contains("\u{FFFD}"))
    #expect(excerpt.text.count < 100)
  }

  @Test func `control characters are not sent to a terminal`() {
    #expect(Self.excerpt("a\u{1B}[2Jb\tc", at: 0).text == "a\u{FFFD}[2Jb\tc")
  }

  @Test func `ranges are put in order and joined`() {
    #expect(SourceExcerpt.merged([5..<9, 0..<2, 3..<3, 1..<4, 8..<10]) == [0..<4, 5..<10])
  }

  @Test func `places are counted as everywhere else`() {
    let text = Array("\u{FEFF}a\r\nüb\n\rc\r".utf8)
    let sweep = PlaceSweep(offsets: 3...text.count, in: text)
    for offset in 3...text.count where offset != 5 {
      let position = TextPosition(offset: offset, in: text)
      #expect(sweep.places[offset]?.line == position.line, "\(offset)")
      #expect(sweep.places[offset]?.column == position.column, "\(offset)")
    }
  }
}
