// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

struct TextDecodingTests {
  private func lenient(_ bytes: [UInt8], _ charset: String? = nil) -> String {
    TextDecoding.decode(Data(bytes), contentType: charset.flatMap { MIMEType("text/plain;charset=\"\($0)\"") })
  }

  private func strict(_ bytes: [UInt8], _ charset: String? = nil) throws(TextDecodingError) -> String {
    try TextDecoding.decodeStrictly(
      Data(bytes),
      contentType: charset.flatMap { MIMEType("text/plain;charset=\"\($0)\"") }
    )
  }

  @Test func `text without a charset is UTF-8`() throws {
    #expect(lenient(Array("Grüße 🎈".utf8)) == "Grüße 🎈")
    #expect(try strict(Array("Grüße 🎈".utf8)) == "Grüße 🎈")
    #expect(lenient([]) == "")
    #expect(try strict([]) == "")
    #expect(TextDecoding.decode(Data(), contentType: .plainText) == "")
  }

  @Test(
    arguments: [
      ("utf-8", [0x41, 0xC3, 0xA4]), ("UTF8", [0x41, 0xC3, 0xA4]), ("latin1", [0x41, 0xE4]), (" l1 ", [0x41, 0xE4]),
      ("utf-16", [0x41, 0, 0xE4, 0]), ("utf-16le", [0x41, 0, 0xE4, 0]), ("utf-16be", [0, 0x41, 0, 0xE4]),
      ("utf-32", [0x41, 0, 0, 0, 0xE4, 0, 0, 0]), ("utf-32le", [0x41, 0, 0, 0, 0xE4, 0, 0, 0]),
      ("utf-32be", [0, 0, 0, 0x41, 0, 0, 0, 0xE4]), ("windows-1252", [0x41, 0xE4]), ("macintosh", [0x41, 0x8A]),
    ] as [(String, [UInt8])]
  )
  func `a declared charset is used`(charset: String, bytes: [UInt8]) throws {
    #expect(lenient(bytes, charset) == "Aä")
    #expect(try strict(bytes, charset) == "Aä")
  }

  @Test(
    arguments: [
      [0xEF, 0xBB, 0xBF, 0x41], [0xFF, 0xFE, 0x41, 0], [0xFE, 0xFF, 0, 0x41],
      [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41],
    ] as [[UInt8]]
  )
  func `a byte order mark wins over the declared charset and is removed`(bytes: [UInt8]) throws {
    for charset in [nil, "windows-1251", "utf-8", "no-such-set"] {
      #expect(lenient(bytes, charset) == "A")
      #expect(try strict(bytes, charset) == "A")
    }
  }

  @Test func `only the first mark is removed, and declared UTF-16 is not taken for UTF-32`() throws {
    #expect(lenient([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41]) == "\u{FEFF}A")
    #expect(try strict([0xFF, 0xFE, 0, 0, 0x41, 0], "utf-16le") == "\u{0}A")
  }

  @Test func `misaligned bytes are read`() {
    let data = Data([0x7A, 0x41, 0, 0xE4, 0])
    #expect(TextDecoding.decode(data[1...], contentType: MIMEType("a/b;charset=utf-16")) == "Aä")
    #expect(TextDecoding.decode(Data([0x7A]) + Data([0x41, 0, 0, 0])[...], contentType: nil) == "zA\0\0\0")
  }

  @Test(
    arguments: [
      ("utf-8", [0x61, 0xFF, 0x62], "a\u{FFFD}b", 1), ("utf-8", [0x61, 0xE2, 0x82], "a\u{FFFD}", 1),
      ("utf-8", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 0), ("utf-8", [0xC3, 0xA4, 0xC0], "ä\u{FFFD}", 2),
      ("utf-16le", [0x61, 0, 0, 0xD8, 0x62, 0], "a\u{FFFD}b", 2), ("utf-16le", [0x61, 0, 0x62], "a\u{FFFD}", 2),
      ("utf-16be", [0xDC, 0, 0, 0x61], "\u{FFFD}a", 0), ("utf-16le", [0x61, 0, 0, 0xD8, 0x62], "a\u{FFFD}", 2),
      ("utf-32le", [0, 0xD8, 0, 0, 0x61, 0, 0, 0], "\u{FFFD}a", 0), ("utf-32be", [0, 0x11, 0, 0], "\u{FFFD}", 0),
      ("utf-32le", [0x61, 0, 0, 0, 0x62], "a\u{FFFD}", 4),
    ] as [(String, [UInt8], String, Int)]
  )
  func `malformed bytes are replaced, or refused with their offset`(
    charset: String,
    bytes: [UInt8],
    text: String,
    offset: Int
  ) {
    #expect(lenient(bytes, charset) == text)
    #expect(throws: TextDecodingError(charset: charset, kind: .malformed(offset: offset))) {
      try strict(bytes, charset)
    }
  }

  @Test func `random UTF-16 and UTF-32 are read as the standard library reads them`() {
    var random = SeededGenerator(seed: 5)
    let units: [UInt16] = [
      0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF,
    ]
    for _ in 0..<2000 {
      // The first unit is not a byte order mark.
      let text =
        [0x41] + (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in units.randomElement(using: &random) }
      let bytes = text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      #expect(lenient(bytes, "utf-16be") == String(decoding: text, as: UTF16.self), "\(text)")
      #expect((try? strict(bytes, "utf-16be")) == String(validating: text, as: UTF16.self), "\(text)")
      let scalar = Unicode.Scalar(UInt32.random(in: 0...0x11_0FFF, using: &random)) ?? "\u{10FFFF}"
      let wide = [0, UInt8(scalar.value >> 16), UInt8(scalar.value >> 8 & 0xFF), UInt8(scalar.value & 0xFF)]
      #expect(lenient([0, 0, 0, 0x41] + wide, "utf-32be") == "A" + String(Character(scalar)), "\(scalar)")
    }
  }

  @Test func `the offset of malformed bytes counts the byte order mark`() {
    #expect(throws: TextDecodingError(charset: "utf-8", kind: .malformed(offset: 4))) {
      try strict([0xEF, 0xBB, 0xBF, 0x61, 0xFF])
    }
  }

  @Test func `an unknown charset is read as UTF-8, or refused by its label`() {
    #expect(lenient(Array("ä".utf8) + [0xFF], "x-klingon") == "ä\u{FFFD}")
    #expect(throws: TextDecodingError(charset: "x-klingon", kind: .unknownCharset)) {
      try strict([0x41], "x-klingon")
    }
  }

  @Test(arguments: ["utf-16", "utf-32"])
  func `what is written with a mark is read without it`(label: String) throws {
    let charset = try #require(Charset(label: label))
    let data = try charset.encode("ä🎈")
    #expect(try TextDecoding.decodeStrictly(data, contentType: nil) == "ä🎈")
    #expect(try TextDecoding.decodeStrictly(data, contentType: MIMEType("text/plain;charset=\(charset.name)")) == "ä🎈")
  }
}
