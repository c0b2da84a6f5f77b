// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

/// The East Asian charsets of the WHATWG Encoding standard.
@Suite(.onOwnThreads)
struct PairDecoderTests {
  private func type(_ charset: String) -> MIMEType? { MIMEType("text/plain;charset=\(charset)") }

  @Test(
    arguments: [
      ("jis0208", PairTable.jis0208, 11_280, "97354cebea6532784dde1fc33d22e423f4e2e336c75363e3d90cbac693dd9d19"),
      ("jis0212", PairTable.jis0212, 7238, "8dbfbbfb42388e51c14ffcdaeafd4d1471d43c60ee2b23a9e5059a91a6fd549a"),
      ("euc-kr", PairTable.eucKR, 23_940, "ee04324240a43889d6d956e90d94e79a14fba77f722c1f327025fac60830b83b"),
      ("big5", PairTable.big5, 19_782, "48bed0ec90fb5f1f21d6118d1dd430b9bc19a2ee1f5388afd01e79488a01a6cb"),
    ]
  )
  func `a table holds what the standard's index does, and nothing else`(
    name: String,
    table: PairTable?,
    count: Int,
    digest: String
  ) throws {
    let table = try #require(table)
    var hash = SHA256()
    for pointer in 0..<count {
      withUnsafeBytes(of: (table[pointer] ?? 0).bigEndian) { hash.update($0) }
    }
    // The digest is of the characters in the standard's index file of 2024, as UTF-32BE in the order of their pointers.
    #expect(hash.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest, "\(name)")
    #expect(table[-1] == nil)
    #expect(table[count] == nil)
  }

  @Test(
    arguments: [
      ("euc-jp", [0xF9, 0xA1], "\u{7E8A}"), ("euc-jp", [0x8F, 0xA2, 0xC3], "¦"), ("euc-jp", [0x8F, 0xB0, 0xA1], "丂"),
      ("euc-jp", [0x8E, 0xB1, 0xA1, 0xC1], "ｱ～"), ("euc-kr", [0x81, 0x41, 0xA2, 0xE6], "갂€"),
      ("big5", [0xA1, 0x45, 0xA1, 0xE3, 0xA2, 0x44, 0x88, 0x62, 0x88, 0xA5], "‧～￥Ê\u{304}ê\u{30C}"),
      ("big5", [0xC6, 0xCF, 0x8E, 0x69, 0x87, 0x40], "廴箸䏰"),
      ("shift_jis", [0x80, 0xF0, 0x40, 0x81, 0x60], "\u{80}\u{E000}～"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x79, 0x21, 0x1B, 0x28, 0x42, 0x41], "\u{7E8A}A"),
      ("iso-2022-jp", [0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x41], "¥‾A"),
      ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x31, 0x5F], "ｱﾟ"),
      ("iso-2022-jp", [0x1B, 0x24, 0x40, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"), ("iso-2022-jp", [0x1B, 0x28, 0x42], ""),
    ] as [(String, [UInt8], String)]
  )
  func `a text is read as browsers read it`(charset: String, bytes: [UInt8], text: String) throws {
    #expect(TextDecoding.decode(Data(bytes), contentType: type(charset)) == text)
    #expect(try TextDecoding.decodeStrictly(Data(bytes), contentType: type(charset)) == text)
  }

  @Test(
    arguments: [
      ("euc-kr", [0x41, 0xA2, 0xE8, 0x42], "A\u{FFFD}B", 1), ("euc-kr", [0xA2, 0xE8, 0xB0, 0xA1], "\u{FFFD}가", 0),
      ("euc-kr", [0xC9, 0xA1, 0x22], "\u{FFFD}\"", 0), ("euc-kr", [0x80, 0x41], "\u{FFFD}A", 0),
      ("euc-kr", [0xFE], "\u{FFFD}", 0), ("euc-kr", [0xA1, 0x22], "\u{FFFD}\"", 0),
      ("euc-jp", [0x41, 0xF5, 0xA1, 0x42], "A\u{FFFD}B", 1), ("euc-jp", [0x8F, 0xF3, 0xF3, 0x41], "\u{FFFD}A", 0),
      ("euc-jp", [0x8F, 0xA2, 0x41], "\u{FFFD}A", 0), ("euc-jp", [0x8F, 0x41], "\u{FFFD}A", 0),
      ("euc-jp", [0x8E, 0xE0, 0x41], "\u{FFFD}A", 0), ("euc-jp", [0x8E, 0x41], "\u{FFFD}A", 0),
      ("euc-jp", [0xA1, 0x8E, 0xB1], "\u{FFFD}\u{FFFD}", 0), ("euc-jp", [0x80], "\u{FFFD}", 0),
      ("big5", [0xC8, 0xA5, 0x41], "\u{FFFD}A", 0), ("big5", [0xA1, 0x80, 0x41], "\u{FFFD}A", 0),
      ("big5", [0xA1], "\u{FFFD}", 0), ("shift_jis", [0xA0, 0x41], "\u{FFFD}A", 0),
      ("shift_jis", [0xFD, 0x81, 0xFF, 0x41], "\u{FFFD}\u{FFFD}A", 0), ("iso-2022-jp", [0x1B], "\u{FFFD}", 0),
      ("iso-2022-jp", [0x41, 0x1B, 0x41], "A\u{FFFD}A", 1), ("iso-2022-jp", [0x1B, 0x28, 0x44], "\u{FFFD}(D", 0),
      ("iso-2022-jp", [0x1B, 0x24, 0x28, 0x44, 0x41], "\u{FFFD}$(DA", 0),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x1B, 0x28, 0x42, 0x41], "\u{FFFD}A", 3),
      ("iso-2022-jp", [0x41, 0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42], "A\u{FFFD}", 4),
      ("iso-2022-jp", [0x0E, 0x41, 0x0F, 0x80], "\u{FFFD}A\u{FFFD}\u{FFFD}", 0),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x1B, 0x28, 0x42, 0x41], "\u{FFFD}A", 3),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x0A, 0x46, 0x7C], "日\u{FFFD}日", 5),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x75, 0x21], "\u{FFFD}", 3),
      ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x61], "\u{FFFD}", 3),
    ] as [(String, [UInt8], String, Int)]
  )
  func `what is no text is replaced, or refused at its place, and eats nothing behind it`(
    charset: String,
    bytes: [UInt8],
    text: String,
    offset: Int
  ) {
    #expect(TextDecoding.decode(Data(bytes), contentType: type(charset)) == text)
    #expect(throws: TextDecodingError(charset: charset, kind: .malformed(offset: offset))) {
      try TextDecoding.decodeStrictly(Data(bytes), contentType: type(charset))
    }
  }

  @Test(arguments: ["shift_jis", "big5", "euc-jp", "iso-2022-jp", "euc-kr"])
  func `what is written is what is read`(label: String) throws {
    let charset = try #require(Charset(label: label))
    // The Japanese charsets decode the codes of these to other characters that look the same.
    let twins: Set<Int> = [0x2016, 0x2212, 0x301C]
    let ranges = [0xA5...0xA6, 0x203E...0x203E, 0x2000...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFFEE]
    var written = 0
    for value in ranges.joined() where !twins.contains(value) {
      guard let scalar = Unicode.Scalar(UInt32(value)), let bytes = try? charset.encode("a\(scalar)b") else { continue }
      written += 1
      let text = try TextDecoding.decodeStrictly(bytes, contentType: type(label))
      #expect(text == "a\(scalar)b", "U+\(String(value, radix: 16))")
    }
    #expect(written > 6000)
  }

  @Test func `a yen sign does not become a backslash`() throws {
    let charset = try #require(Charset(label: "shift_jis"))
    #expect(throws: TextEncodingError(charset: charset, kind: .unencodable("¥", offset: 1))) {
      try charset.encode("\"¥\"")
    }
  }

  @Test(arguments: ["euc-jp", "iso-2022-jp"])
  func `a character of Microsoft's and the one of JIS at its place are written the same`(label: String) throws {
    let charset = try #require(Charset(label: label))
    #expect(try charset.encode("～∥－￠￡￢") == charset.encode("〜‖−¢£¬"))
  }

  @Test(arguments: ["shift_jis", "euc-jp", "iso-2022-jp", "big5", "euc-kr"])
  func `a text that is broken throughout is read to its end`(label: String) {
    let text = TextDecoding.decode(Data(repeating: 0xFF, count: 200_000), contentType: type(label))
    #expect(text.utf8.count == 600_000)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
  }
}
