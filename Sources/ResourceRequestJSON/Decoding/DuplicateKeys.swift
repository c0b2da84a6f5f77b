// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// Finds repeated keys in one object of up to ``JSONTape/scanLimit`` members, and marks the earlier ones dead.
///
/// So the last value counts, as in ``ResourceResponse/json``, and a lookup stops at the first hit. It is a table with
/// open addressing that the objects of one text share: each object has a number, and slots with another number are
/// free.
struct DuplicateKeys: ~Copyable {
  /// Twice the maximum size of an object, so that a search ends; seven bits number the objects.
  static let slots = 128
  private let table: UnsafeMutablePointer<UInt64>
  private var object: UInt64 = 0

  /// Takes ``slots`` zeros, which stay the caller's.
  init(slots: UnsafeMutablePointer<UInt64>) {
    table = slots
  }

  @inline(__always)
  mutating func mark(
    in tape: UnsafeMutablePointer<JSONTapeEntry>,
    from first: Int,
    count: Int,
    _ text: UnsafePointer<UInt8>,
    _ end: Int
  ) {
    object += 1
    var key = first
    for _ in 0..<count {
      // The highest of the 24 bits, which all bytes of a key have a part in.
      var slot = Int(Self.fingerprint(of: tape[key], text, end) >> 17)
      while true {
        let entry = table[slot]
        guard entry >> 32 == object else { break }
        let other = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        if Self.isSame(tape[other], tape[key], text) {
          tape[other].become(.deadKey)
          break
        }
        slot = (slot + 1) & (Self.slots - 1)
      }
      table[slot] = object << 32 | UInt64(key)
      key = tape.place(afterMemberAt: key)
    }
  }

  private static func isSame(_ one: JSONTapeEntry, _ other: JSONTapeEntry, _ text: UnsafePointer<UInt8>) -> Bool {
    if one.isKind(.key), other.isKind(.key) {
      return one.length == other.length
        && JSONBytes.areEqual(text + Int(one.offset), text + Int(other.offset), one.length)
    }
    return JSONStringText.key(one, text).hasSameBytes(as: JSONStringText.key(other, text))
  }

  @inline(__always)
  private static func fingerprint(of key: JSONTapeEntry, _ text: UnsafePointer<UInt8>, _ end: Int) -> UInt32 {
    if key.isKind(.escapedKey) { return fingerprint(ofEscaped: key, text) }
    return fingerprint(of: text, Int(key.offset), key.length, end)
  }

  /// Mixes the length, the first and the last eight bytes into 24 bits.
  ///
  /// A peer can make keys that agree in it; then more comparing is done, within the bound of a small object.
  @inline(__always)
  static func fingerprint(of text: UnsafePointer<UInt8>, _ start: Int, _ length: Int, _ end: Int) -> UInt32 {
    let raw = UnsafeRawPointer(text)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if length >= 8 {
      first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      last = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start + length - 8, as: UInt64.self))
    } else if start + 8 <= end {
      first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      first &= (1 &<< UInt64(truncatingIfNeeded: length * 8)) &- 1
    } else {
      for offset in 0..<length { first |= UInt64(text[start + offset]) << UInt64(offset * 8) }
    }
    let mixed = (first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: mixed >> 40)
  }

  private static func fingerprint(ofEscaped key: JSONTapeEntry, _ text: UnsafePointer<UInt8>) -> UInt32 {
    var name = JSONStringText.key(key, text)
    return name.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return fingerprint(of: base, 0, bytes.count, bytes.count)
    }
  }
}
