// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct HeaderFieldRulesTests {
  @Test(arguments: [
    ("Accept", "*/*"), ("X-Empty", ""), ("!#$%&'*+-.^_`|~09aZ", "tab\there"), ("X", "Ümit"), ("X", " spaced "),
  ])
  func `an honest field passes`(name: String, value: String) {
    #expect(HeaderFieldRules.violation(name: name, value: value) == nil)
  }

  @Test(arguments: ["X Y", "X:", "X\r\nY", "Ü", "X\0", "(x)", "a/b", "a\t", "\u{7F}"])
  func `a name that is no token is refused`(name: String) {
    let violation = HeaderFieldRules.violation(name: name, value: "v")
    guard case .invalidName(name, _, _) = violation else {
      Issue.record("\(name.debugDescription): \(String(describing: violation))")
      return
    }
    #expect(violation?.description.contains("\n") == false)
  }

  @Test func `an empty name is refused`() {
    #expect(HeaderFieldRules.violation(name: "", value: "v") == .emptyName)
  }

  @Test(arguments: [0, 1, 8, 0x0A, 0x0B, 0x0D, 0x1B, 0x1F, 0x7F] as [UInt8])
  func `a control character in a value is refused with its place`(byte: UInt8) {
    let value = "ab" + String(Unicode.Scalar(byte)) + "secret"
    let violation = HeaderFieldRules.violation(name: "X-Key", value: value)
    #expect(violation == .invalidValue(name: "X-Key", byte: byte, offset: 2))
    #expect(violation?.description.contains("X-Key") == true)
    #expect(violation?.description.contains("secret") == false)
  }

  @Test func `messages name the character`() {
    let lineFeed = HeaderFieldRules.violation(name: "A", value: "\n")
    #expect(lineFeed?.description.contains("has a line feed at offset 0") == true)
    let bell = HeaderFieldRules.violation(name: "A", value: "x\u{7}")
    #expect(bell?.description.contains("0x07 at offset 1") == true)
    let colon = HeaderFieldRules.violation(name: "A:", value: "")
    #expect(colon?.description.contains("\":\" at offset 1") == true)
  }

  @Test(arguments: [("", ""), (" \t ", ""), (" a b\t", "a b"), ("a", "a"), ("\u{A0}x", "\u{A0}x"), ("\n", "\n")])
  func `only spaces and tabs around a value are trimmed`(value: String, trimmed: String) {
    #expect(value.trimmingBlanks() == trimmed)
  }
}
