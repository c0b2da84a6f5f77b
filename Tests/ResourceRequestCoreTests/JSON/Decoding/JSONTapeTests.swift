// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

/// The flat list of the values in a text.
struct JSONTapeTests {
  private struct Later: Decodable, Equatable {
    let last: Int
    let first: Int
  }

  private struct NoTape: Error {}

  /// Calls a closure with the tape of a text.
  private func withTape<Result>(
    _ text: String,
    _ body: (UnsafeMutablePointer<JSONTapeEntry>, Int) throws -> Result
  ) throws -> Result {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      guard let tape = JSONTape.read(base, count: buffer.count, maximumDepth: 64) else { throw NoTape() }
      return try body(tape.entries, tape.count)
    }
  }

  @Test func `an entry is eight bytes`() {
    #expect(MemoryLayout<JSONTapeEntry>.stride == 8)
  }

  @Test func `only arrays and objects have a link beside their entry and their end`() throws {
    let counts = try [#"[]"#, #"{}"#, #"[1,"a",null]"#, #"{"a":true}"#, #"{"a":[{"b":1.5}],"c":"d"}"#].map { text in
      try withTape(text) { $1 }
    }
    #expect(counts == [3, 3, 6, 5, 14])
  }

  @Test func `what comes after a value is known without a look at what is in it`() throws {
    try withTape(#"[[1,[2,3],{"a":[]}],"x",{}]"#) { entries, count in
      var place = 2
      var kinds: [JSONTapeEntry.Kind] = []
      while !entries[place].isKind(.end) {
        kinds.append(entries[place].kind)
        place = entries.place(afterValueAt: place)
      }
      #expect(kinds == [.array, .string, .object])
      #expect(entries[1].detail == 3)
      #expect(place == count - 1)
      #expect(entries.place(afterValueAt: 0) == count)
    }
  }

  @Test func `a member is found behind others that hold much`() throws {
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let text = #"{"first":1,"deep":\#(deep),"more":{"first":[{}],"last":{"last":3}},"last":2}"#
    #expect(try ResourceJSONDecoder().decode(Later.self, from: Data(text.utf8)) == Later(last: 2, first: 1))
  }

  @Test func `of a key that comes twice the last counts, whichever byte tells keys apart`() throws {
    for length in 1...20 {
      for position in 0..<length {
        var names: [String] = []
        for byte in UInt8(ascii: "a")...UInt8(ascii: "t") {
          var name = [UInt8](repeating: UInt8(ascii: "-"), count: length)
          name[position] = byte
          names.append(String(decoding: name, as: UTF8.self))
        }
        let members = (names + [names[3]]).enumerated().map { "\"\($1)\":\($0)" }
        try withTape("{\(members.joined(separator: ","))}") { entries, _ in
          let dead = (0..<names.count + 1).filter { entries[2 + 2 * $0].isKind(.deadKey) }
          #expect(dead == [3])
        }
      }
    }
  }
}
