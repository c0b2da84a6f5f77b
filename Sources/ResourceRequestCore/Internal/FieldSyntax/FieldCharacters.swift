// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The character classes of HTTP's field syntax, by byte.
enum FieldCharacters {
  /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// Whether a byte may stand in a field value we send: no control character but the tab (RFC 9110 §5.5).
  static func isValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// The lower-case form of an ASCII letter; every other byte as it is.
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether two field names are the same: ASCII letters compare without case (RFC 9110 §5.1).
  static func equalNames(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
    let one = one.utf8
    let other = other.utf8
    guard one.count == other.count else { return false }
    return zip(one, other).allSatisfy { $0 == $1 || lowercased($0) == lowercased($1) }
  }
}
