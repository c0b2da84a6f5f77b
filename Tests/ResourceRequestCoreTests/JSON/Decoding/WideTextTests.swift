// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore
@testable import ResourceRequestJSON

struct WideTextTests {
  private typealias Encoding = (name: String, encode: @Sendable (String) -> [UInt8])

  private static let encodings: [Encoding] = [
    ("utf-16le", { UTF16Coding.encode($0, order: .little, mark: false) }),
    ("utf-16be", { UTF16Coding.encode($0, order: .big, mark: false) }),
    ("utf-16le with a mark", { UTF16Coding.encode($0, order: .little, mark: true) }),
    ("utf-16be with a mark", { UTF16Coding.encode($0, order: .big, mark: true) }),
    ("utf-32le", { UTF32Coding.encode($0, order: .little, mark: false) }),
    ("utf-32be", { UTF32Coding.encode($0, order: .big, mark: false) }),
    ("utf-32le with a mark", { UTF32Coding.encode($0, order: .little, mark: true) }),
    ("utf-8", { Array($0.utf8) }), ("utf-32be with a mark", { UTF32Coding.encode($0, order: .big, mark: true) }),
  ]

  private func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try ResourceJSONDecoder().decode(type, from: Data(bytes))
  }

  @Test func `a text in UTF-16 and UTF-32 is read, with and without a mark`() throws {
    for (name, encode) in Self.encodings {
      #expect(try decode([String].self, encode("[\"é😀\"]")) == ["é😀"], "\(name)")
      #expect(try decode(Int.self, encode("7")) == 7, "\(name)")
      #expect(try JSONDecoder().decodeLastKeys([String].self, from: Data(encode("[\"é\"]"))) == ["é"], "\(name)")
    }
  }

  @Test(arguments: [1, 511, 512, 513, 514, 2048, 3000])
  func `brackets of any depth end no process, in any encoding`(depth: Int) throws {
    let text = String(repeating: "[", count: depth)
    let closed = text + String(repeating: "]", count: depth)
    for (name, encode) in Self.encodings {
      for json in [text, text + "0", "{\"a\":" + text] {
        let bytes = encode(json)
        #expect(throws: DecodingError.self, "\(name)") { try decode(JSON.self, bytes) }
        #expect(throws: DecodingError.self, "\(name)") { try decode([String: Int].self, bytes) }
        #expect(throws: DecodingError.self, "\(name)") {
          try JSONDecoder().decodeLastKeys([String: Int].self, from: Data(bytes))
        }
        var options = ResourceJSONDecoder()
        options.allowsJSON5 = true
        #expect(throws: DecodingError.self, "\(name)") {
          try options.decode(JSON.self, from: Data(bytes))
        }
      }
      #expect((try? decode(JSON.self, encode(closed))) != nil || depth > 512, "\(name)")
    }
  }

  @Test func `malformed UTF-16 is no JSON, and the error names the byte`() throws {
    let lone =
      UTF16Coding.encode("[\"", order: .little, mark: true) + [0x00, 0xD8]
      + UTF16Coding.encode("\"]", order: .little, mark: false)
    let error = #expect(throws: DecodingError.self) { try decode([String].self, lone) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("byte 6"))
    for bytes in [[0xFF, 0xFE], [0xFE, 0xFF, 0x00], [0x00, 0x00], [0x5B, 0x00, 0x5D], [0x31, 0x00, 0x00]] as [[UInt8]] {
      #expect(throws: DecodingError.self) { try decode(JSON.self, bytes) }
    }
    // A NUL behind the first character would look wide again.
    #expect(throws: DecodingError.self) { try decode(JSON.self, [0xFF, 0xFE, 0x31, 0x00, 0x00, 0x00]) }
  }

  @Test func `an error in a wide text has its line and column`() throws {
    let bytes = UTF16Coding.encode("[1,\n \"x\"]", order: .big, mark: true)
    guard
      case .typeMismatch(_, let context) = #expect(
        throws: DecodingError.self,
        performing: { try decode([Int].self, bytes) }
      )
    else {
      Issue.record("another error")
      return
    }
    let place = try #require(context.underlyingError as? JSONDecodingPlace)
    #expect((place.line, place.column) == (2, 2))
  }
}
