// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One thing on the tape: a value, the key of a member, or the end of an array or object.
///
/// Sixteen bytes, so that a text of a megabyte has a tape of about two. What a field means depends on the kind:
///
/// | kind | `offset` | `length` | `next` |
/// |---|---|---|---|
/// | scalar | first byte (a string's: after its quote) | bytes | the entry after it |
/// | key | first byte after its quote | bytes; ``escaped`` added, or ``dead`` | the entry after its value |
/// | array | bracket | elements | the entry after its end |
/// | object | bracket | where the next key is expected: the cursor | the entry after its end |
/// | end | bracket | ``dead``, so that no key looks like it | elements or members |
struct JSONTapeEntry {
  var offset: UInt32
  var length: UInt32
  var next: UInt32
  /// The kind in the lowest byte; above it, for a key, 24 bits of its fingerprint.
  var mark: UInt32

  @inline(__always)
  init(offset: Int, length: Int, next: Int, kind: Kind) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.next = UInt32(truncatingIfNeeded: next)
    mark = UInt32(kind.rawValue)
  }

  enum Kind: UInt8 {
    case end, null, `false`, `true`, integer, fraction, string, escapedString, array, object, largeObject, key
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: mark)) ?? .end }

  @inline(__always)
  func isKind(_ kind: Kind) -> Bool { UInt8(truncatingIfNeeded: mark) == kind.rawValue }

  /// Added to the length of a key that holds escapes, which thus never has the length looked for.
  static let escaped: UInt32 = 0x8000_0000
  /// The length of a key that a later one of the same text replaces.
  static let dead: UInt32 = .max

  /// The most bytes and entries a tape can number.
  static let limit = 0x7FFF_FFF0

  @inline(__always)
  var isDead: Bool { length == Self.dead }
  @inline(__always)
  var isEscapedKey: Bool { length & Self.escaped != 0 }
  /// The bytes of a key between its quotes.
  @inline(__always)
  var keyLength: Int { Int(length & ~Self.escaped) }

  /// Whether this is the end, where the value that begins here has members or elements.
  @inline(__always)
  var isObject: Bool { isKind(.object) || isKind(.largeObject) }
}
