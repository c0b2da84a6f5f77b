// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct PercentEncodingTests {
  @Test func `each set leaves its own characters`() {
    let all = (0x20...0x7E).compactMap { Unicode.Scalar($0).map(Character.init) }
    func left(_ set: ByteSet) -> String {
      String(all.filter { PercentEncoding.encode(String($0), allowing: set) == String($0) })
    }
    #expect(left(.unreserved) == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
    #expect(left(.visible) == String(all.dropFirst()))
  }

  @Test func `bytes are encoded in upper case, and the form variant writes a plus`() {
    #expect(PercentEncoding.encode("ü\u{0}\n a", allowing: .unreserved) == "%C3%BC%00%0A%20a")
    #expect(PercentEncoding.encode("a b+", allowing: .unreserved, plusForSpace: true) == "a+b%2B")
    #expect(PercentEncoding.encode(" ", allowing: .unreserved, plusForSpace: true) == "+")
  }

  @Test func `triples are kept only where asked, and only whole ones`() {
    let text = "%41%4g%4%%61%"
    #expect(PercentEncoding.encode(text, allowing: .unreserved) == "%2541%254g%254%25%2561%25")
    #expect(PercentEncoding.encode(text, allowing: .unreserved, keepingTriples: true) == "%41%254g%254%25%61%25")
  }

  @Test func `strict decoding refuses what is broken, lenient decoding keeps it`() {
    #expect(PercentEncoding.decode("a%20b+%C3%bc") == "a b+ü")
    #expect(PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
    for text in ["%", "%4", "%4g", "a%", "%C3", "%FF", "%ED%A0%80"] { #expect(PercentEncoding.decode(text) == nil) }
    #expect(PercentEncoding.decodeLeniently("%4g%41%") == "%4gA%")
    #expect(PercentEncoding.decodeLeniently("%FFx") == "\u{FFFD}x")
  }

  @Test func `random text survives encoding and decoding`() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(PercentEncoding.decode(PercentEncoding.encode(text, allowing: .unreserved)) == text)
      let form = PercentEncoding.encode(text, allowing: .unreserved, plusForSpace: true)
      #expect(PercentEncoding.decode(form, plusIsSpace: true) == text)
      _ = PercentEncoding.decodeLeniently(text)
    }
  }
}
