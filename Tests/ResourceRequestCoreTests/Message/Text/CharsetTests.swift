// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct CharsetTests {
  @Test(arguments: [
    ("UTF-8", "utf-8"), ("unicode11utf8", "utf-8"), ("\tLatin1\n", "iso-8859-1"), ("ascii", "us-ascii"),
    ("CP1252", "windows-1252"), ("l2", "iso-8859-2"), ("csisolatin9", "iso-8859-15"), ("tis-620", "iso-8859-11"),
    ("x-sjis", "shift_jis"), ("ks_c_5601-1987", "euc-kr"), ("gb2312", "gbk"), ("big5-hkscs", "big5"),
    ("ucs-2", "utf-16"), ("iso-8859-6-e", "iso-8859-6"), ("sun_eu_greek", "iso-8859-7"), ("visual", "iso-8859-8"),
  ])
  func `a charset is found by any of its labels`(label: String, name: String) {
    #expect(Charset(label: label)?.name == name)
  }

  @Test(arguments: ["", " ", "utf", "utf-7", "utf 8", "iso-8859-12", "hz-gb-2312", "x-user-defined", "lätin1", "'gbk'"])
  func `other labels are unknown`(label: String) {
    #expect(Charset(label: label) == nil)
  }

  @Test func `every constant is found by its name`() {
    let constants: [Charset] = [
      .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian, .ascii,
      .isoLatin1, .isoLatin2, .isoLatin9, .windows1251, .windows1252, .shiftJIS, .gb18030,
    ]
    for charset in constants { #expect(Charset(label: charset.name) == charset) }
  }

  @Test(
    arguments: [
      (.utf8, [0x41, 0xC3, 0xA4]), (.isoLatin1, [0x41, 0xE4]), (.windows1252, [0x41, 0xE4]),
      (.utf16, [0xFF, 0xFE, 0x41, 0, 0xE4, 0]), (.utf16LittleEndian, [0x41, 0, 0xE4, 0]),
      (.utf16BigEndian, [0, 0x41, 0, 0xE4]), (.utf32BigEndian, [0, 0, 0, 0x41, 0, 0, 0, 0xE4]),
      (.utf32, [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0, 0xE4, 0, 0, 0]),
      (.utf32LittleEndian, [0x41, 0, 0, 0, 0xE4, 0, 0, 0]), (.isoLatin9, [0x41, 0xE4]),
    ] as [(Charset, [UInt8])]
  )
  func `text is written in a charset`(charset: Charset, bytes: [UInt8]) throws {
    #expect(try charset.encode("Aä") == Data(bytes))
    #expect(try charset.encode("").count == (charset == .utf16 ? 2 : charset == .utf32 ? 4 : 0))
  }

  @Test(
    arguments: [
      (.ascii, "naïve", "ï", 2), (.isoLatin1, "5 €", "€", 2), (.windows1251, "ß", "ß", 0), (.isoLatin9, "¤", "¤", 0),
      (.isoLatin1, "日本", "日", 0), (.windows1252, "a\u{308}", "\u{308}", 1),
    ] as [(Charset, String, Unicode.Scalar, Int)]
  )
  func `a character a charset does not have is refused, never replaced`(
    charset: Charset,
    text: String,
    scalar: Unicode.Scalar,
    offset: Int
  ) {
    #expect(throws: TextEncodingError(charset: charset, kind: .unencodable(scalar, offset: offset))) {
      try charset.encode(text)
    }
  }

  @Test func `errors say what is wrong and what to do`() {
    let encoding = TextEncodingError(charset: .isoLatin1, kind: .unencodable("€", offset: 2))
    #expect(encoding.description.contains("(U+20AC) at offset 2 can't be written in iso-8859-1; use utf-8."))
    let unknown = TextDecodingError(charset: "x", kind: .unknownCharset)
    #expect(unknown.description.contains("\"x\" is unknown"))
    let missing = TextDecodingError(charset: "euc-kr", kind: .converterMissing)
    #expect(missing.description.contains("\"euc-kr\""))
    #expect(missing.description.contains("libc6"))
    #expect(TextDecodingError(charset: "a", kind: .malformed(offset: 7)).description.contains("offset 7"))
  }
}

extension Charset {
  /// ISO-8859-2, for Central European languages.
  static let isoLatin2 = Charset(label: "iso-8859-2") ?? .utf8
  /// ISO-8859-15, Latin-1 with the euro sign.
  static let isoLatin9 = Charset(label: "iso-8859-15") ?? .utf8
}
