// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A JSON text as a flat list of its values and keys, in the order of the text.
///
/// ``read(_:count:maximumDepth:)`` creates it in one pass, which checks everything: the tape's content is RFC 8259 to
/// the last byte, so its users check nothing again. It owns the memory of its entries, from `malloc`, and none of the
/// text.
struct JSONTape: ~Copyable {
  let entries: UnsafeMutablePointer<JSONTapeEntry>
  let count: Int
  /// Whether a key contains an escape or a byte beyond ASCII, so that the same key can be written in several ways.
  let hasOddKeys: Bool

  deinit {
    free(entries)
  }

  /// The number of members up to which an object is searched linearly; larger ones get an index.
  static let scanLimit = 64
}

/// One thing on the tape: a value, the key of a member, or the end of an array or object.
///
/// Eight bytes, so that a text of a megabyte has a tape of about one. After a scalar or key comes the next entry of the
/// text. An array or object has a second entry, its link, with the place after its end:
///
/// | kind | `offset` | `length` |
/// |---|---|---|
/// | scalar | first byte (a string's: after its quote) | bytes |
/// | key | first byte after its quote | bytes |
/// | array, object | bracket | |
/// | end | bracket | of an object: members |
///
/// | link of | `next` | `detail` |
/// |---|---|---|
/// | array | the entry after its end | elements |
/// | object | the entry after its end | where the next key is expected: the cursor |
struct JSONTapeEntry {
  private(set) var offset: UInt32
  /// The length above four bits of the kind, so that one comparison tells whether a key may be the wanted one.
  private(set) var tag: UInt32

  @inline(__always)
  init(offset: Int, length: Int, kind: Kind) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    tag = Self.tag(length, kind)
  }

  /// Creates the link of an array or object.
  @inline(__always)
  init(next: Int, detail: Int) {
    offset = UInt32(truncatingIfNeeded: next)
    tag = UInt32(truncatingIfNeeded: detail)
  }

  enum Kind: UInt32 {
    case end, null, `false`, `true`, integer, fraction, string, escapedString
    /// A key; one with escapes, which thus never equals the wanted one; and one that a later one of the same text
    /// replaces.
    case key, escapedKey, deadKey
    /// The kinds with a link come last.
    case array, object, largeObject
  }

  /// The most bytes of a text that a tape can number, with three entries for two bytes at most.
  static let limit = 0x7FFF_FFF0
  /// The most bytes of a scalar or key.
  static let maximumLength = 0x0FFF_FFFF

  @inline(__always)
  static func tag(_ length: Int, _ kind: Kind) -> UInt32 {
    UInt32(truncatingIfNeeded: length) << 4 | kind.rawValue
  }

  @inline(__always)
  var kind: Kind { Kind(rawValue: tag & 0xF) ?? .end }

  @inline(__always)
  func isKind(_ kind: Kind) -> Bool { tag & 0xF == kind.rawValue }

  @inline(__always)
  mutating func become(_ kind: Kind) { tag = tag & ~0xF | kind.rawValue }

  @inline(__always)
  var length: Int { Int(tag >> 4) }

  @inline(__always)
  var isObject: Bool { tag & 0xF >= Kind.object.rawValue }

  /// Whether a link follows.
  @inline(__always)
  var isContainer: Bool { tag & 0xF >= Kind.array.rawValue }

  /// Of a link: see the table.
  @inline(__always)
  var next: Int {
    get { Int(offset) }
    set { offset = UInt32(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  var detail: Int {
    get { Int(tag) }
    set { tag = UInt32(truncatingIfNeeded: newValue) }
  }
}

extension UnsafeMutablePointer<JSONTapeEntry> {
  /// The place after a value: of the next element, of the next key, or of the end.
  @inline(__always)
  func place(afterValueAt place: Int) -> Int {
    self[place].isContainer ? self[place + 1].next : place + 1
  }

  /// The place after a key and its value.
  @inline(__always)
  func place(afterMemberAt key: Int) -> Int { place(afterValueAt: key + 1) }
}
