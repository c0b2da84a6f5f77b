// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

@Suite struct `Text positions` {
  @Test(arguments: ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd"])
  func `each kind of line end counts once`(text: String) {
    let bytes = Array(text.utf8)
    let position = TextPosition(offset: (bytes.firstIndex(of: UInt8(ascii: "c")) ?? 0), in: bytes)
    #expect((position.line, position.column) == (2, 2))
    #expect(TextPosition(offset: bytes.count, in: bytes).line == 3)
  }

  @Test func `offsets outside the text are moved to its ends`() {
    #expect(TextPosition(offset: -5, in: []).column == 1)
    #expect(TextPosition(offset: 99, in: Array("ab".utf8)).column == 3)
    #expect(TextPosition(offset: 1, in: [0xEF, 0xBB, 0xBF, 0x31]).column == 1)
  }
}
