// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A part of a string that needs no special handling: no quote, no backslash, no control character.
///
/// Reader and writer share it. It examines eight bytes at a time; the tricks are those of "bit twiddling hacks": a
/// byte's high bit is set in the mask if the byte is below 0x20 or equals a searched one. Borrows can set false bits
/// only above a true one, so the lowest is right.
struct JSONStringRun {
  /// The offset of the first byte that needs special handling, or the end.
  let end: Int
  /// Whether all bytes before it are ASCII.
  let isASCII: Bool

  @inline(__always)
  init(in base: UnsafePointer<UInt8>, from start: Int, to limit: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var place = start
    var seen: UInt64 = 0
    while limit - place >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let special = ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      let hits = special & highs
      if hits != 0 {
        let first = hits.trailingZeroBitCount & ~7
        seen |= word & ((1 &<< UInt64(truncatingIfNeeded: first)) &- 1)
        end = place + first / 8
        isASCII = seen & highs == 0
        return
      }
      seen |= word
      place += 8
    }
    while place < limit, !Self.needsAttention(base[place]) {
      seen |= UInt64(base[place])
      place += 1
    }
    end = place
    isASCII = seen & highs == 0
  }

  @inline(__always)
  private static func needsAttention(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }
}
