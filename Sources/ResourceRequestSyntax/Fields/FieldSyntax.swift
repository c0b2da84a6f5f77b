// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Tokens and quoted strings, the two ways to write a value in a field (RFC 9110 §5.6).
@usableFromInline
package enum FieldSyntax {
  /// Whether the text is a token: one or more token bytes, and nothing else.
  @inlinable
  package static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(FieldCharacters.isToken)
  }

  /// Whether a byte is whitespace around field content: space, tab, and the line ends the WHATWG standards also strip.
  @inlinable
  package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The value for the wire: unchanged if it is a token, otherwise as a quoted string (RFC 9110 §5.6.4).
  package static func tokenOrQuoted(_ value: String) -> String {
    isToken(value) ? value : quoted(value)
  }

  /// The value as a quoted string, with `"` and `\` escaped.
  package static func quoted(_ value: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(value.utf8.count + 2)
    for byte in value.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
