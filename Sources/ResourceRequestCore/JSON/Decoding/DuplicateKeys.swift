// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds keys that come twice in one object of up to ``JSONTape/scanLimit`` members, and marks the earlier ones dead.
///
/// So the last value counts, as in ``ResourceResponse/json``, and whoever looks a key up stops at the first hit. A table
/// with open addressing that the objects of one text share: each has a number, and slots with another's are free.
struct DuplicateKeys: ~Copyable {
  /// Twice what an object may have, so that a search ends.
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
    _ text: UnsafePointer<UInt8>
  ) {
    object += 1
    var key = first
    for _ in 0..<count {
      let mark = tape[key].mark
      var slot = Int(mark >> 8) & (Self.slots - 1)
      while true {
        let entry = table[slot]
        guard entry >> 32 == object else { break }
        let other = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        if tape[other].mark == mark, Self.isSame(tape[other], tape[key], text) {
          tape[other].length = JSONTapeEntry.dead
          break
        }
        slot = (slot + 1) & (Self.slots - 1)
      }
      table[slot] = object << 32 | UInt64(key)
      key = Int(tape[key].next)
    }
  }

  private static func isSame(
    _ one: JSONTapeEntry,
    _ other: JSONTapeEntry,
    _ text: UnsafePointer<UInt8>
  ) -> Bool {
    if (one.length | other.length) & JSONTapeEntry.escaped == 0 {
      return one.length == other.length
        && JSONBytes.areEqual(text + Int(one.offset), text + Int(other.offset), one.keyLength)
    }
    return JSONStringText.key(one, text).hasSameBytes(as: JSONStringText.key(other, text))
  }

  /// Mixes the length, the first and the last eight bytes into 24 bits.
  ///
  /// A peer can make keys that agree in it; then more comparing is done, within the bound of a small object.
  @inline(__always)
  static func fingerprint(
    of text: UnsafePointer<UInt8>,
    _ start: Int,
    _ stop: Int,
    _ end: Int,
    isEscaped: Bool
  ) -> UInt32 {
    if isEscaped { return fingerprint(ofEscaped: text, start, stop) }
    let length = stop - start
    let raw = UnsafeRawPointer(text)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if length >= 8 {
      first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      last = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: stop - 8, as: UInt64.self))
    } else if start + 8 <= end {
      first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      first &= (1 &<< UInt64(truncatingIfNeeded: length * 8)) &- 1
    } else {
      for offset in 0..<length { first |= UInt64(text[start + offset]) << UInt64(offset * 8) }
    }
    let mixed = (first ^ (last << 29 | last >> 35) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: mixed >> 40)
  }

  private static func fingerprint(ofEscaped text: UnsafePointer<UInt8>, _ start: Int, _ stop: Int) -> UInt32 {
    var key = JSONStringText.unescape(text + start, stop - start)
    return key.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return fingerprint(of: base, 0, bytes.count, bytes.count, isEscaped: false)
    }
  }
}
