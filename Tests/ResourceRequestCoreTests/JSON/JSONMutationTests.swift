// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import TestSupport
import Testing

/// A short, repeatable stand-in for the fuzz targets of `Tests/Fuzz`.
@Suite struct `JSON mutations` {
  static let seeds = [
    #"{"id": 17, "name": "J\u00fcrgen \ud83d\ude00", "list": [1, -2.5e+3, true, null, {"a": {}}], "e": ""}"#,
    #"[[[[0.1, 1e400, 123456789012345678901234567890]]], "\"\\\/\b\f\n\r\t", {"k": 1, "k": 2}]"#,
    "\u{FEFF} {\"münchen\": \"\u{1F600}\", \"long-key-that-does-not-fit-inline\": [false]}\r\n",
  ]

  @Test(arguments: seeds.indices)
  func `mutated text is read or refused, never more`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let interesting = Array("\"\\{}[],:-+.eE019untf/ \n\u{0}".utf8) + [0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
    for _ in 0..<3000 {
      var bytes = Array(Self.seeds[seed].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        let byte = interesting.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where !bytes.isEmpty: bytes[place] = byte
        case 1: bytes.insert(byte, at: min(place, bytes.count))
        case 2 where !bytes.isEmpty: bytes.remove(at: place)
        case 3: bytes.removeLast(min(bytes.count, place))
        default: bytes.insert(contentsOf: bytes.suffix(place), at: min(place, bytes.count))
        }
      }
      do {
        let value = try JSON(parsing: bytes)
        try #require(JSON(parsing: value.text(.pretty)) == value)
      } catch let error as JSONSyntaxError {
        try #require(0...bytes.count ~= error.byteOffset)
      }
    }
  }

  @Test func `Foundation reads what is accepted`() throws {
    for seed in Self.seeds {
      let value = try JSON(parsing: seed)
      let withoutHuge = seed.replacingOccurrences(of: "1e400, ", with: "")
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(withoutHuge.utf8)) }
      #expect(value.text().isEmpty == false)
    }
  }
}
