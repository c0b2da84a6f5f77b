// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses structured fields as strictly as RFC 9651 §4.2 requires: an error anywhere invalidates the whole field.
struct StructuredFieldParser {
  private struct Malformed: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func dictionary() -> [StructuredDictionary.Member]? { try? parseDictionary() }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func consume(_ byte: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == byte.value else { return false }
    position += 1
    return true
  }

  private mutating func skip(_ accepted: (UInt8) -> Bool) {
    while let next, accepted(next) { position += 1 }
  }

  private mutating func parseDictionary() throws -> [StructuredDictionary.Member] {
    var members: [StructuredDictionary.Member?] = []
    var places: [ExactText: Int] = [:]
    skip { $0 == 0x20 }
    while next != nil {
      let key = try key()
      let value: StructuredDictionary.Value = if consume("=") { try itemOrList() } else { .boolean(true) }
      try parameters()
      // The last of a key counts, at its own place.
      if let before = places.updateValue(members.count, forKey: ExactText(key)) { members[before] = nil }
      members.append(.init(key: key, value: value))
      skip(FieldSyntax.isWhitespace)
      guard next != nil else { break }
      guard consume(",") else { throw Malformed() }
      skip(FieldSyntax.isWhitespace)
      // A comma at the end.
      guard next != nil else { throw Malformed() }
    }
    return members.compactMap(\.self)
  }

  private mutating func key() throws -> String {
    let start = position
    guard let first = next, Self.isLower(first) || first == UInt8(ascii: "*") else { throw Malformed() }
    skip { Self.isLower($0) || Self.isDigit($0) || "_-.*".utf8.contains($0) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func parameters() throws {
    while consume(";") {
      skip { $0 == 0x20 }
      _ = try key()
      if consume("=") { _ = try item() }
    }
  }

  private mutating func itemOrList() throws -> StructuredDictionary.Value {
    guard consume("(") else { return try item().value }
    var strings: [String] = []
    var isStrings = true
    while true {
      skip { $0 == 0x20 }
      if consume(")") { break }
      if let text = try item().string { strings.append(text) } else { isStrings = false }
      try parameters()
      guard next == 0x20 || next == UInt8(ascii: ")") else { throw Malformed() }
    }
    return isStrings ? .list(strings) : .other
  }

  private mutating func item() throws -> (value: StructuredDictionary.Value, string: String?) {
    guard let first = next else { throw Malformed() }
    switch first {
    case UInt8(ascii: "\""): return (.other, try string())
    case UInt8(ascii: "%"):
      try displayString()
      return (.other, nil)
    case UInt8(ascii: "?"):
      position += 1
      if consume("1") { return (.boolean(true), nil) }
      if consume("0") { return (.boolean(false), nil) }
      throw Malformed()
    case UInt8(ascii: ":"):
      position += 1
      skip { Self.isLetter($0) || Self.isDigit($0) || "+/=".utf8.contains($0) }
      guard consume(":") else { throw Malformed() }
      return (.other, nil)
    case UInt8(ascii: "@"):
      position += 1
      guard case .integer = try number() else { throw Malformed() }
      return (.other, nil)
    case _ where Self.isLetter(first) || first == UInt8(ascii: "*"):
      skip { FieldCharacters.isToken($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
      return (.other, nil)
    case _ where Self.isDigit(first) || first == UInt8(ascii: "-"): return (try number(), nil)
    default: throw Malformed()
    }
  }

  private mutating func number() throws -> StructuredDictionary.Value {
    let isNegative = consume("-")
    let start = position
    skip(Self.isDigit)
    guard (1...15).contains(position - start), let value = DecimalDigits.value(bytes[start..<position]) else {
      throw Malformed()
    }
    guard consume(".") else { return .integer(Int64(isNegative ? -value : value)) }
    let fraction = position
    skip(Self.isDigit)
    guard (1...3).contains(position - fraction), fraction - 1 - start <= 12 else { throw Malformed() }
    return .other
  }

  /// A Display String (RFC 9651 §4.2.10), which is read over.
  private mutating func displayString() throws {
    position += 1
    guard consume("\"") else { throw Malformed() }
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "%"):
        let digits = bytes[position...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ Self.isDigit($0) || (0x61...0x66).contains($0) }) else {
          throw Malformed()
        }
        position += 2
      case 0x20...0x7E: break
      default: throw Malformed()
      }
    }
    throw Malformed()
  }

  private mutating func string() throws -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
          throw Malformed()
        }
        position += 1
        content.append(escaped)
      case 0x20..<0x7F: content.append(byte)
      default: throw Malformed()
      }
    }
    throw Malformed()
  }

  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// A dictionary of structured fields (RFC 9651 §4.2.2), limited to the features that caches use.
struct StructuredDictionary {
  enum Value: Hashable {
    case boolean(Bool)
    case integer(Int64)
    /// The strings of an inner list that has nothing else.
    case list([String])
    /// A decimal, a string, a token, bytes, a date, or a list of such.
    case other
  }

  struct Member: Hashable {
    let key: String
    var value: Value
  }

  /// The members, each key once with its last value; `nil` if the text is not a dictionary.
  let members: [Member]?

  init(_ text: String) {
    var parser = StructuredFieldParser(text)
    members = parser.dictionary()
  }
}
