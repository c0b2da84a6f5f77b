// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses the directives of one line of `Cache-Control`, as leniently as is safe.
struct DirectiveReader {
  /// The text after a directive's name.
  enum Value: Hashable {
    case none
    case text(String)
    /// An invalid value, such as a blank before the equals sign.
    case malformed
  }

  struct Directive {
    /// In lower case.
    let name: String
    let value: Value

    /// The value as seconds, no more than count (RFC 9111 §1.2.2); `nil` for anything but digits.
    var seconds: Int64? {
      guard case .text(let text) = value, let number = DecimalDigits.bounded(text.utf8) else { return nil }
      return min(Int64(number), CacheControl.longest)
    }
  }

  private let bytes: [UInt8]
  private let ignoresQuotes: Bool
  private var position = 0
  /// Whether a quoted string had no end, or followed no equals sign and so is no value.
  private(set) var hasStrayQuotes = false

  init(_ line: String, ignoringQuotes: Bool = false) {
    bytes = Array(line.utf8)
    ignoresQuotes = ignoringQuotes
  }

  /// The next directive; `nil` at the end.
  ///
  /// Invalid text is skipped.
  mutating func next() -> Directive? {
    while position < bytes.count {
      let element = nextElement()
      if let directive = directive(element) { return directive }
    }
    return nil
  }

  /// The bytes up to the next comma, or semicolon, which some write instead, outside of quotes.
  private mutating func nextElement() -> ArraySlice<UInt8> {
    let start = position
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      if isQuoted {
        if byte == UInt8(ascii: "\\") { position += 1 } else if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else if byte == UInt8(ascii: "\""), !ignoresQuotes {
        isQuoted = true
        if position == start || bytes[position - 1] != UInt8(ascii: "=") { hasStrayQuotes = true }
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
        break
      }
      position += 1
    }
    if isQuoted { hasStrayQuotes = true }
    let end = min(position, bytes.count)
    position = end + 1
    return bytes[start..<end]
  }

  private func directive(_ element: ArraySlice<UInt8>) -> Directive? {
    // A quoted name is meant as the name.
    let start = element.firstIndex { !FieldSyntax.isWhitespace($0) && $0 != UInt8(ascii: "\"") && $0 >= 0x20 }
    guard let start else { return nil }
    let end = element[start...].firstIndex { !FieldCharacters.isToken($0) } ?? element.endIndex
    guard end > start else { return nil }
    let name = String(decoding: element[start..<end].map(FieldCharacters.lowercased), as: UTF8.self)
    return Directive(name: name, value: value(element[end...]))
  }

  private func value(_ rest: ArraySlice<UInt8>) -> Value {
    var rest = rest
    while let last = rest.last, FieldSyntax.isWhitespace(last) { rest.removeLast() }
    guard let first = rest.first else { return .none }
    guard first == UInt8(ascii: "=") else { return .malformed }
    rest.removeFirst()
    if rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") {
      rest = rest.dropFirst().dropLast()
    }
    return .text(String(decoding: rest, as: UTF8.self))
  }
}
