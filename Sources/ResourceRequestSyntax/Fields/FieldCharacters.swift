// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The character classes of HTTP's field syntax, by byte.
@usableFromInline
package enum FieldCharacters {
  /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
  @inline(__always)
  @inlinable
  package static func isToken(_ byte: UInt8) -> Bool {
    // ASCII letters first: they are nearly all of nearly every name.
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || tokens.contains(byte)
  }

  @usableFromInline
  static let tokens = ByteSet("0123456789!#$%&'*+-.^_`|~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// Whether a byte may stand in a field value we send: no control character but the tab (RFC 9110 §5.5).
  package static func isValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
  }

  /// The lower-case form of an ASCII letter; every other byte as it is.
  @inlinable
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The text of bytes with A–Z in lower case; `nil` if there are none.
  @usableFromInline
  static func lowercased(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.contains(where: { lowercased($0) != $0 }) else { return nil }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() { buffer[index] = lowercased(byte) }
      return bytes.count
    }
  }

  /// Whether two field names are the same: ASCII letters compare without case (RFC 9110 §5.1).
  @inlinable
  package static func equalNames(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return one.withUTF8Bytes { one in
      other.withUTF8Bytes { other in
        guard one.count == other.count else { return false }
        for index in 0..<one.count where one[index] != other[index] {
          guard lowercased(one[index]) == lowercased(other[index]) else { return false }
        }
        return true
      }
    }
  }
}
