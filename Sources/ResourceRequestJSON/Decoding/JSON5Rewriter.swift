// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

/// Rewrites JSON5 (https://spec.json5.org) as JSON, token by token.
///
/// It knows tokens and trailing commas; ``JSONReader`` checks everything else, such as what may follow what. Lines stay
/// where they are, for the places of errors.
struct JSON5Rewriter {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0
  var output: [UInt8] = []
  private let floats: JSONDecoder.NonConformingFloatDecodingStrategy

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ floats: JSONDecoder.NonConformingFloatDecodingStrategy) {
    self.bytes = bytes
    self.floats = floats
    output.reserveCapacity(bytes.count)
  }

  mutating func rewrite() throws(JSONFault) -> [UInt8] {
    // Whether a value has ended, so that a comma may stand here.
    var followsValue = false
    // The place of a comma in the output that nothing has followed yet.
    var comma: Int?
    while true {
      try skipSpace(writing: true)
      guard let byte = peek() else { break }
      switch byte {
      case UInt8(ascii: ","):
        comma = followsValue ? output.count : nil
        followsValue = false
        copy()
        continue
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { output[comma] = UInt8(ascii: " ") }
        followsValue = true
        copy()
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"):
        followsValue = false
        copy()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try rewriteString(quote: byte)
        followsValue = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
        try rewriteNumber()
        followsValue = true
      default:
        try rewriteName()
        followsValue = true
      }
      comma = nil
    }
    return output
  }

  func peek(_ offset: Int = 0) -> UInt8? {
    place + offset < bytes.count ? bytes[place + offset] : nil
  }

  private mutating func copy() {
    output.append(bytes[place])
    place += 1
  }

  func begins(with text: StaticString) -> Bool {
    text.utf8CodeUnitCount <= bytes.count - place
      && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  // MARK: White space and comments

  /// Skips white space and comments (JSON5 §7, §8), of which the ends of lines are written.
  mutating func skipSpace(writing: Bool) throws(JSONFault) {
    while let byte = peek() {
      if byte == UInt8(ascii: "/") {
        try skipComment(writing: writing)
      } else if byte == 0x0A || byte == 0x0D {
        if writing { output.append(byte) }
        place += 1
      } else if (0x09...0x0C).contains(byte) || byte == 0x20 {
        if writing { output.append(0x20) }
        place += 1
      } else if byte >= 0x80, let length = wideSpace() {
        if writing { output.append(0x20) }
        place += length
      } else {
        return
      }
    }
  }

  private mutating func skipComment(writing: Bool) throws(JSONFault) {
    let isBlock = peek(1) == UInt8(ascii: "*")
    guard isBlock || peek(1) == UInt8(ascii: "/") else {
      throw JSONFault(reason: .expected("a comment"), offset: place)
    }
    place += 2
    if writing { output.append(0x20) }
    while let byte = peek() {
      let isLineEnd = byte == 0x0A || byte == 0x0D
      if isBlock, byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        place += 2
        return
      }
      if !isBlock, isLineEnd || begins(with: "\u{2028}") || begins(with: "\u{2029}") { return }
      if isLineEnd, writing { output.append(byte) }
      place += 1
    }
    if isBlock { throw JSONFault(reason: .unexpectedEnd(of: "a comment"), offset: place) }
  }

  /// The bytes of a space beyond ASCII at this place; `nil` if there is none.
  private func wideSpace() -> Int? {
    guard let scalar = scalar(), scalar.isSpace else { return nil }
    return UTF8.width(scalar.value)
  }

  /// The character at this place; `nil` if its bytes are malformed.
  private func scalar() -> (value: Unicode.Scalar, isSpace: Bool)? {
    var iterator = bytes[min(place, bytes.count)...].prefix(4).makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else { return nil }
    let scalar = UTF8.decode(encoded)
    let isMark = scalar == "\u{FEFF}" || scalar == "\u{2028}" || scalar == "\u{2029}"
    return (scalar, isMark || scalar.properties.generalCategory == .spaceSeparator)
  }

  // MARK: Names

  /// Rewrites a word: `true`, `false`, `null`, `Infinity`, `NaN`, or the name of a member (JSON5 §3.1), which gets quotes.
  private mutating func rewriteName() throws(JSONFault) {
    let start = place
    let begin = output.count
    output.append(UInt8(ascii: "\""))
    while let byte = peek() {
      if byte == UInt8(ascii: "\\") {
        guard peek(1) == UInt8(ascii: "u") else { throw JSONFault(reason: .badEscape, offset: place + 1) }
        // The reader checks its digits.
        output += bytes[place..<min(place + 6, bytes.count)]
        place = min(place + 6, bytes.count)
      } else if byte >= 0x80 ? wideSpace() == nil : JSON5Rewriter.isNamePart(byte, isFirst: place == start) {
        copy()
      } else {
        break
      }
    }
    guard place > start else { throw JSONFault(reason: .expected("a JSON5 value"), offset: place) }
    let end = place
    // A word before a colon is a name, whatever it means elsewhere.
    try skipSpace(writing: false)
    let isKey = peek() == UInt8(ascii: ":")
    place = end
    if isKey {
      output.append(UInt8(ascii: "\""))
      return
    }
    output.removeSubrange(begin...)
    try writeWord(from: start, isNegative: false)
  }

  private static let nameStarts = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$")

  private static func isNamePart(_ byte: UInt8, isFirst: Bool) -> Bool {
    nameStarts.contains(byte) || !isFirst && byte &- UInt8(ascii: "0") < 10
  }

  /// Writes the word that ends at this place.
  mutating func writeWord(from start: Int, isNegative: Bool) throws(JSONFault) {
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    switch word {
    case "Infinity", "NaN":
      guard case .convertFromString(let positive, let negative, let nan) = floats else {
        throw JSONFault(reason: .expected("a finite number, since nonConformingFloats is .throw"), offset: start)
      }
      let text = word.utf8.count == 3 ? nan : isNegative ? negative : positive
      JSON.string(text).text().utf8.forEach { output.append($0) }
    case "true", "false", "null":
      guard !isNegative else { throw JSONFault(reason: .badNumber("a digit"), offset: start) }
      output += word.utf8
    default:
      throw JSONFault(reason: .expected("a JSON5 value"), offset: start)
    }
  }
}
