// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The requirements for a header field on the wire (RFC 9110 §5.1, §5.5).
///
/// A line end in a name or a value would begin another field, or another request: nothing is repaired, the field is
/// refused.
package enum HeaderFieldRules {
  /// Why a field is refused.
  package enum Violation: Sendable, Hashable {
    case emptyName
    /// The name contains a byte that is not allowed in a token.
    case invalidName(String, byte: UInt8, offset: Int)
    /// The value of the field has a control character other than the tab.
    case invalidValue(name: String, byte: UInt8, offset: Int)
  }

  /// The first thing wrong with a field; nil when it may be sent.
  ///
  /// Whitespace around a value is not a violation: it is not part of the value (RFC 9110 §5.5). Characters beyond ASCII
  /// are allowed and sent as UTF-8, as opaque bytes for the recipient.
  package static func violation(name: String, value: String) -> Violation? {
    if name.isEmpty { return .emptyName }
    if let (offset, byte) = firstOutside(name, FieldCharacters.isToken) {
      return .invalidName(name, byte: byte, offset: offset)
    }
    if let (offset, byte) = firstOutside(value, FieldCharacters.isValue) {
      return .invalidValue(name: name, byte: byte, offset: offset)
    }
    return nil
  }

  /// The first byte that a class does not hold.
  ///
  /// Every field of every request passes here: a plain loop over bytes.
  @inline(__always)
  private static func firstOutside(_ text: String, _ holds: (UInt8) -> Bool) -> (offset: Int, byte: UInt8)? {
    text.withUTF8Bytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        guard holds(byte) else { return (offset, byte) }
        offset += 1
      }
      return nil
    }
  }
}

extension HeaderFieldRules.Violation: CustomStringConvertible {
  /// The violation and the remedy, in one line.
  ///
  /// A value is never shown: it may be a secret.
  package var description: String {
    switch self {
    case .emptyName:
      "a header's name is empty; give it one"
    case .invalidName(let name, let byte, let offset):
      """
      the header name \(name.debugDescription) has \(Self.shown(byte)) at offset \(offset); \
      a name is ASCII letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.1)
      """
    case .invalidValue(let name, let byte, let offset):
      """
      the value of the header \(name) has \(Self.shown(byte)) at offset \(offset); \
      a value has no control characters but the tab (RFC 9110 §5.5)
      """
    }
  }

  private static func shown(_ byte: UInt8) -> String {
    switch byte {
    case 0: "a NUL"
    case 0x0A: "a line feed"
    case 0x0D: "a carriage return"
    case 0x21..<0x7F: "\"\(Character(Unicode.Scalar(byte)))\""
    case 0x20: "a space"
    case 0x80...: "a character beyond ASCII"
    default: "the control character 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
  }
}
