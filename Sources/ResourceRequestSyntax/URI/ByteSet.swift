// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A set of ASCII bytes, tested with two shifts: the bytes allowed in a part of a URI.
@usableFromInline
package struct ByteSet: Sendable {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The bytes of an ASCII text; other bytes are never members.
  package init(_ members: StaticString) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    members.withUTF8Buffer { bytes in
      for byte in bytes where byte < 128 {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
    self.init(low: low, high: high)
  }

  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  func union(_ other: ByteSet) -> ByteSet {
    ByteSet(low: low | other.low, high: high | other.high)
  }

  /// The bytes that never need encoding (RFC 3986 §2.3), and the only ones that queries and forms leave unencoded.
  package static let unreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  /// The bytes that RFC 6570 §3.2.3 leaves unencoded in `{+var}` and `{#var}`: with the delimiters of RFC 3986 §2.2.
  package static let reservedAndUnreserved = unreserved.union(ByteSet(":/?#[]@!$&'()*+,;="))
  /// RFC 3986 §3.1, after the first letter.
  static let scheme = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
  /// The bytes of a normalized host name: lower-case letters, digits, hyphen, and the underscore of service names.
  static let hostLabel = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789-_")
  /// The bytes that a scan for the parts of a URI can skip.
  static let plain = unreserved.union(ByteSet("%!$&'()*+,;=@[]"))
  /// Everything visible in ASCII: the bytes allowed on a request line.
  package static let visible = reservedAndUnreserved.union(ByteSet("%\"<>\\^`{|}"))
}
