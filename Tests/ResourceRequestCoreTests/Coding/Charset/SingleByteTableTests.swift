// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

struct SingleByteTableTests {
  @Test func `every set agrees with the fixture made from Python's codecs and the WHATWG differences`() throws {
    let sets = try JSONDecoder().decode([String: [UInt16]].self, from: fixture("charsets/single-byte.json"))
    #expect(sets.count == 27)
    let bytes = [UInt8](0...255)
    for (label, upper) in sets {
      let coding = try #require(Charset(label: label)?.coding, "\(label)")
      let text = try bytes.withUnsafeBytes { bytes throws in try coding.decode(bytes, malformed: .replace) }
      #expect(Array(text.utf16) == Array(0..<0x80) + upper, "\(label)")
    }
  }

  @Test func `every set writes what it reads`() throws {
    let sets = try JSONDecoder().decode([String: [UInt16]].self, from: fixture("charsets/single-byte.json"))
    for (label, upper) in sets {
      let charset = try #require(Charset(label: label))
      for (byte, codePoint) in zip(UInt8(0x80)...0xFF, upper) where codePoint != 0xFFFD {
        let text = String(decoding: [codePoint], as: UTF16.self)
        #expect(try charset.encode(text) == Data([byte]), "\(label) \(codePoint)")
      }
    }
  }

  @Test func `a byte without a character is replaced, or refused with its offset`() throws {
    let greek = try #require(MIMEType("text/plain;charset=iso-8859-7"))
    let data = Data([0xE1, 0xD2, 0xE2])
    #expect(TextDecoding.decode(data, contentType: greek) == "α\u{FFFD}β")
    #expect(throws: TextDecodingError(charset: "iso-8859-7", kind: .malformed(offset: 1))) {
      try TextDecoding.decodeStrictly(data, contentType: greek)
    }
  }
}
