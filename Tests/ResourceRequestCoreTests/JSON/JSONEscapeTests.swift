// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

struct JSONEscapeTests {
  private func escape(_ byte: UInt8) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: JSONEscape.longest) { memory in
      guard let base = memory.baseAddress else { return "" }
      let count = JSONEscape.write(byte, to: base)
      return String(decoding: memory[..<count], as: UTF8.self)
    }
  }

  @Test func `each byte that must be escaped reads back as itself, and both writers escape alike`() throws {
    for byte in Array(UInt8(0)..<0x20) + [0x22, 0x5C] {
      let text = String(decoding: [byte], as: UTF8.self)
      let quoted = "\"\(escape(byte))\""
      #expect(try JSON(parsing: quoted) == .string(text))
      #expect(JSON.string(text).text() == quoted)
      #expect(try ResourceJSONEncoder().encode(text) == Data(quoted.utf8))
    }
  }

  @Test func `those that have a short escape get it`() {
    #expect(
      [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x22, 0x5C].map(escape) == [
        #"\b"#, #"\t"#, #"\n"#, #"\f"#, #"\r"#, #"\""#, #"\\"#,
      ]
    )
    #expect([0x00, 0x0B, 0x1F].map(escape) == [#"\u0000"#, #"\u000b"#, #"\u001f"#])
  }
}
