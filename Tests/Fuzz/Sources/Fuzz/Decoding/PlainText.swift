// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

/// A JSON text without anything that our decoder and Foundation's are known to read differently.
struct PlainText {
  /// The text with each key once, with its last value; numbers and strings are unchanged.
  private(set) var bytes: Data = Data()
  /// Whether a key occurs in two canonically equivalent forms: one key for Foundation, two for us.
  private(set) var hasEquivalentKeys = false
  /// Whether a number is an integer for only one of the decoders.
  ///
  /// `1.0000000000000001` is an integer as a double, but not for us. A number beyond 64 bits with an exponent is one
  /// for us.
  private(set) var hasRoundedIntegers = false
  /// Whether a zero has an exponent: `0e2` is valid by RFC 8259, section 6, but Foundation refuses it as a number too
  /// small for a double.
  private(set) var hasZeroWithExponent = false
  private let source: [UInt8]

  init?(_ text: Data) {
    source = Array(text)
    guard let tree = try? PositionedJSON(parsing: source) else { return nil }
    write(tree)
  }

  private mutating func write(_ node: PositionedJSON) {
    if let elements = node.elements {
      write(elements, in: "[]") { text, element in text.write(element) }
    } else if let members = node.members {
      var last: [Data: Int] = [:]
      for (place, member) in members.enumerated() { last[Data(member.key.utf8)] = place }
      let kept = members.enumerated().filter { last[Data($1.key.utf8)] == $0 }.map(\.element)
      if Set(kept.map(\.key)).count < kept.count { hasEquivalentKeys = true }
      write(kept, in: "{}") { text, member in
        text.bytes += text.source[member.keyRange] + [UInt8(ascii: ":")]
        text.write(member.value)
      }
    } else {
      bytes += source[node.range]
      checkNumber(source[node.range])
    }
  }

  private mutating func write<Part>(_ parts: [Part], in brackets: String, _ write: (inout PlainText, Part) -> Void) {
    bytes.append(contentsOf: brackets.utf8.prefix(1))
    for (place, part) in parts.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, part)
    }
    bytes.append(contentsOf: brackets.utf8.suffix(1))
  }

  private mutating func checkNumber(_ text: ArraySlice<UInt8>) {
    let text = String(decoding: text, as: UTF8.self)
    let hasExponent = text.lowercased().utf8.contains(UInt8(ascii: "e"))
    guard let number = Double(text), number == number.rounded(),
      text.utf8.contains(UInt8(ascii: ".")) || hasExponent, text.utf8.first != UInt8(ascii: "\"")
    else { return }
    if number == 0, hasExponent { hasZeroWithExponent = true }
    let digits = Array(text.utf8)
    let exact = digits.withUnsafeBufferPointer { ExactInteger.value(Int128.self, of: $0) }
    if exact == nil || number.magnitude >= 0x1p64 { hasRoundedIntegers = true }
  }
}
