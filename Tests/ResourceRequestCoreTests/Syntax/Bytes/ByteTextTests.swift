// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct ByteTextTests {
  /// Scalars that combine with a delimiter before them into another `Character`.
  static let joined = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{E0100}"]

  @Test(arguments: joined) func `a delimiter is found whatever stands behind it`(mark: String) {
    let text = "a/\(mark)b/c"
    #expect(text.split(atByte: "/") == ["a", "\(mark)b", "c"])
    #expect(text.cut(atByte: "/").head == "a")
    #expect(text.cut(atByte: "/").tail == "\(mark)b/c")
    #expect(text.firstIndex(ofByte: "/").map { text.utf8.distance(from: text.utf8.startIndex, to: $0) } == 1)
    #expect("/\(mark)".lastIndex(ofByte: "/") == "/".startIndex)
    #expect("/\(mark)".contains(byte: "/"))
    #expect("/\(mark)".begins(withBytesOf: "/"))
    #expect("\(mark)x".ends(withBytesOf: "x"))
    #expect("a://\(mark)b".firstRange(ofBytes: "://") != nil)
    #expect("key\(mark)".replacing(bytes: "key", with: "-") == "-\(mark)")
    #expect("a\"\(mark)".replacing(bytes: "\"", with: "\\\"").utf8.elementsEqual("a\\\"\(mark)".utf8))
    #expect(" a \(mark)".prefix { $0 == 0x20 }.utf8.count == 1)
  }

  @Test(arguments: [
    ("", 1, ""), ("//", 3, ""), ("a/b/", 3, "ab"), ("/a", 2, "a"),
  ])
  func `parts are counted as split does it`(text: String, count: Int, joined: String) {
    #expect(text.split(atByte: "/").count == count)
    #expect(text.split(atByte: "/").joined() == joined)
    #expect(text.split(atByte: "/", omittingEmpty: true) == text.split(separator: "/"))
    #expect(
      text.split(atByte: "/", maxSplits: 1)
        == text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    )
  }

  @Test func `bytes are found where they first stand, as by trying every place`() {
    let texts = ["", "a", "b", "aa", "ab", "aab", "aaab", "abab", "aabaab", "\u{E9}ab", "ab\u{301}", "baaaab"]
    for text in texts {
      for sought in texts {
        let (own, other) = (Array(text.utf8), Array(sought.utf8))
        let place = (0...own.count).first { own[$0...].starts(with: other) }
        #expect(text.contains(bytes: sought) == (place != nil), "\(sought) in \(text)")
        let range = text.firstRange(ofBytes: sought)
        #expect(
          range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == (other.isEmpty ? nil : place)
        )
        #expect(range.map { Array(text.utf8[$0]) } == (place == nil || other.isEmpty ? nil : other))
      }
    }
  }

  @Test func `blanks are trimmed at both ends`() {
    #expect(" \t a b \t".trimmingBlanks() == "a b")
    #expect(" \t".trimmingBlanks().isEmpty)
    #expect("".trimmingBlanks().isEmpty)
    #expect("a".trimmingBlanks() == "a")
  }

  @Test func `texts that only look alike are not the same bytes`() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect(!"\u{212A}".hasSameBytes(as: "K"))
    #expect("abc".dropFirst().hasSameBytes(as: "bc"))
    #expect(Set([ExactText("\u{E9}"), ExactText("e\u{301}"), ExactText("\u{E9}")]).count == 2)
  }

  @Test func `no letter beyond ASCII turns into one of ASCII`() {
    #expect("\u{212A}EY".lowercasedASCII() == "\u{212A}ey")
    #expect("\u{212A}".lowercased() == "k")
  }
}
