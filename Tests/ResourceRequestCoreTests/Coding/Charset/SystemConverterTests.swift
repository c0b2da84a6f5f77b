// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

private func systemHasConverters() -> Bool {
  (try? Charset.shiftJIS.encode("日")) != nil
}

@Suite(.enabled(if: systemHasConverters(), "this system's iconv has no East Asian sets"))
struct SystemConverterTests {
  private struct Sample: Decodable {
    let text: String
    let bytes: String

    var data: Data {
      let digits = bytes.compactMap(\.hexDigitValue)
      return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
  }

  private func decode(_ bytes: [UInt8], _ charset: String) -> String {
    TextDecoding.decode(Data(bytes), contentType: MIMEType("text/plain;charset=\(charset)"))
  }

  @Test func `the East Asian sets agree with the fixture made from Python's codecs, both ways`() throws {
    let samples = try JSONDecoder().decode([String: Sample].self, from: fixture("charsets/east-asian.json"))
    #expect(samples.count == 7)
    for (label, sample) in samples {
      let charset = try #require(Charset(label: label))
      let type = MIMEType("text/plain;charset=\(charset.name)")
      #expect(try TextDecoding.decodeStrictly(sample.data, contentType: type) == sample.text, "\(label)")
      #expect(TextDecoding.decode(sample.data, contentType: type) == sample.text, "\(label)")
      #expect(try charset.encode(sample.text) == sample.data, "\(label)")
    }
  }

  @Test func `a text longer than the converter's chunks is read whole`() throws {
    let text = String(repeating: "漢字かな", count: 5000)
    let data = try Charset.shiftJIS.encode(text)
    #expect(data.count == 40_000)
    #expect(TextDecoding.decode(data, contentType: MIMEType("text/plain;charset=sjis")) == text)
  }

  @Test(
    arguments: [
      ("shift_jis", [0x41, 0x81, 0x22, 0x42], "A\u{FFFD}\"B", 1),  // the quotation mark after the lead is kept
      ("shift_jis", [0x93, 0xFA, 0x93], "日\u{FFFD}", 2),
      ("euc-jp", [0xC6, 0xFC, 0xFF, 0x41], "日\u{FFFD}A", 2),
      ("euc-kr", [0xFE, 0x41], "\u{FFFD}A", 0), ("euc-kr", [0x41, 0xFE, 0xFF, 0x41], "A\u{FFFD}A", 1),
      ("big5", [0x81, 0x41], "\u{FFFD}A", 0),
      ("gbk", [0xD6, 0xD0, 0x81], "中\u{FFFD}", 2),
      ("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}", 0),
      ("gb18030", [0xFE, 0x39, 0xFE, 0x39, 0x41], "\u{FFFD}9\u{FFFD}9A", 0),
      ("iso-2022-jp", [0x41, 0xFF, 0x42], "A\u{FFFD}B", 1), ("iso-2022-jp", [0x1B, 0x24], "\u{FFFD}$", 0),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x46], "日\u{FFFD}", 5), ("euc-jp", [0x8F, 0xB0], "\u{FFFD}", 0),
      ("gb18030", [0x81, 0x30], "\u{FFFD}", 0), ("shift_jis", [0x81], "\u{FFFD}", 0),
    ] as [(String, [UInt8], String, Int)]
  )
  func `broken bytes are replaced, or refused with their offset`(
    charset: String,
    bytes: [UInt8],
    text: String,
    offset: Int
  ) {
    #expect(decode(bytes, charset) == text)
    #expect(throws: TextDecodingError(charset: charset, kind: .malformed(offset: offset))) {
      try TextDecoding.decodeStrictly(Data(bytes), contentType: MIMEType("text/plain;charset=\(charset)"))
    }
  }

  @Test func `Microsoft's two codes of one character in Shift_JIS are read`() {
    #expect(decode([0xEE, 0xE0, 0xFB, 0xFC], "shift_jis") == "髙髙")
  }

  @Test func `the Hong Kong supplement and all of Big5's punctuation are read`() {
    #expect(decode([0xFA, 0x40, 0xA1, 0xFE, 0xA1, 0x41], "big5") == "\u{20547}／，")
  }

  @Test func `Microsoft's euro sign in GBK is read`() {
    #expect(decode([0x41, 0x80, 0x42], "gb2312") == "A€B")
  }

  @Test func `a character held back for a combining one comes before a fault`() {
    // 0x8866 is Ê, which Glibc holds back because a combining macron may follow.
    #expect(decode([0x88, 0x66], "big5") == "Ê")
    #expect(decode([0x88, 0x66, 0xFF, 0x41], "big5") == "Ê\u{FFFD}A")
    #expect(decode([0x88, 0x62], "big5") == "Ê\u{304}")
  }

  @Test(
    arguments: [
      ("shift_jis", "日本🎈", "🎈", 2), ("gbk", "中🎈", "🎈", 1), ("iso-2022-jp", "한", "한", 0), ("big5", "€简", "简", 1),
      ("euc-jp", "a\u{E0041}", "\u{E0041}", 1), ("euc-kr", "\u{E0041}", "\u{E0041}", 0),
    ] as [(String, String, Unicode.Scalar, Int)]
  )
  func `a character a set does not have is refused by name`(
    label: String,
    text: String,
    scalar: Unicode.Scalar,
    offset: Int
  ) throws {
    let charset = try #require(Charset(label: label))
    #expect(throws: TextEncodingError(charset: charset, kind: .unencodable(scalar, offset: offset))) {
      try charset.encode(text)
    }
  }

  #if canImport(Glibc) || canImport(Musl)
    @Test func `a set the system does not have is not opened`() {
      let converter = OpenConverter(from: ["NO-SUCH-SET", "NOR-THIS"], to: ["UTF-8"])
      let isMissing = converter == nil
      #expect(isMissing)
    }
  #endif

  @Test func `random bytes never crash a decoder, and lenient text is valid where strict text is equal`() throws {
    var random = SeededGenerator(seed: 7)
    let labels = [
      "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr", "utf-16", "utf-32", "koi8-u",
    ]
    for round in 0..<2000 {
      let type = try #require(MIMEType("text/plain;charset=\(labels[round % labels.count])"))
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let lenient = TextDecoding.decode(Data(bytes), contentType: type)
      if let strict = try? TextDecoding.decodeStrictly(Data(bytes), contentType: type) {
        #expect(strict == lenient, "\(type) \(bytes)")
      } else {
        #expect(lenient.unicodeScalars.contains("\u{FFFD}") || bytes.contains(0x80), "\(type) \(bytes)")
      }
    }
  }
}
