// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct DecimalDigitsTests {
  @Test(arguments: [("0", 0), ("007", 7), ("65535", 65_535), ("9223372036854775807", .max)])
  func `digits are a number`(text: String, number: Int) {
    #expect(DecimalDigits.value(text.utf8) == number)
    #expect(DecimalDigits.bounded(text.utf8) == number)
  }

  @Test(arguments: ["", "+1", "-1", "-0", " 1", "1 ", "1.0", "1e3", "0x1", "١", "1\u{301}"])
  func `what is not digits alone is none`(text: String) {
    #expect(DecimalDigits.value(text.utf8) == nil)
    #expect(DecimalDigits.bounded(text.utf8) == nil)
  }

  @Test func `what is larger than any number is none, or the largest where that is asked for`() {
    for text in ["9223372036854775808", "99999999999999999999", String(repeating: "9", count: 1000)] {
      #expect(DecimalDigits.value(text.utf8) == nil)
      #expect(DecimalDigits.bounded(text.utf8) == .max)
    }
    #expect(DecimalDigits.bounded("99999999999999999999x".utf8) == nil)
  }
}
