// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A cursor over the bytes of one field value, with the readers that all header parsers use.
@usableFromInline
package struct FieldScanner {
  @usableFromInline
  let bytes: [UInt8]
  /// The place of the next byte; at the end it equals the count.
  @usableFromInline
  package private(set) var position = 0

  package init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// The next byte, not consumed; nil at the end.
  @inlinable package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inlinable package var isAtEnd: Bool { position == bytes.count }

  /// Goes back to a place read from `position` before.
  package mutating func rewind(to earlier: Int) {
    position = min(max(earlier, 0), position)
  }

  /// Consumes the next byte if it is this one.
  @inlinable package mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  @inlinable package mutating func skipWhitespace() {
    skip(while: FieldSyntax.isWhitespace)
  }

  @inlinable package mutating func skip(while accepted: (UInt8) -> Bool) {
    while let next, accepted(next) { position += 1 }
  }

  /// Consumes the longest run of accepted bytes; it may be empty.
  @inlinable package mutating func run(while accepted: (UInt8) -> Bool) -> String {
    let start = position
    skip(while: accepted)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Consumes a token; `nil`, with nothing consumed, if there is none.
  package mutating func token() -> String? {
    let text = run(while: FieldCharacters.isToken)
    return text.isEmpty ? nil : text
  }

  /// Consumes a quoted string and returns its unescaped content; `nil`, with nothing consumed, if none begins here.
  ///
  /// An unclosed one reaches to the end of the value, and a lone backslash there stands for itself, as in the Fetch
  /// standard's "collect an HTTP quoted string".
  package mutating func quotedString() -> String? {
    guard consume("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), let escaped = next {
        position += 1
        content.append(escaped)
      } else {
        content.append(byte)
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Skips to the next such byte outside quoted strings, or to the end.
  package mutating func skip(toUnquoted delimiter: Unicode.Scalar) {
    while let byte = next, UInt32(byte) != delimiter.value {
      if byte == UInt8(ascii: "\"") { skipQuotedString() } else { position += 1 }
    }
  }

  /// Consumes up to the next such byte outside quoted strings, and returns the text unchanged, without whitespace
  /// around it.
  package mutating func text(toUnquoted delimiter: Unicode.Scalar) -> String {
    let start = position
    skip(toUnquoted: delimiter)
    return trimmed(start..<position)
  }

  /// Consumes up to the next such byte, quotes meaning nothing, and gives it without whitespace at its end.
  package mutating func text(to delimiter: Unicode.Scalar) -> String {
    let start = position
    skip { UInt32($0) != delimiter.value }
    var end = position
    while end > start, FieldSyntax.isWhitespace(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func skipQuotedString() {
    position += 1
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), !isAtEnd { position += 1 }
    }
  }

  private func trimmed(_ range: Range<Int>) -> String {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, FieldSyntax.isWhitespace(bytes[start]) { start += 1 }
    while end > start, FieldSyntax.isWhitespace(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
