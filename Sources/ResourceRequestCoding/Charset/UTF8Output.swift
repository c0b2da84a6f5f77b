// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension [UInt8] {
  /// Appends the UTF-8 of a code point, which must not be a surrogate's.
  ///
  /// The decoders write UTF-8 themselves, since the standard library's generic transcoding takes ten times as long.
  mutating func appendUTF8(of codePoint: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F | 0x80) }
    if codePoint < 0x80 {
      append(UInt8(truncatingIfNeeded: codePoint))
    } else if codePoint < 0x800 {
      append(UInt8(truncatingIfNeeded: codePoint >> 6 | 0xC0))
      append(continuation(0))
    } else if codePoint < 0x10000 {
      append(UInt8(truncatingIfNeeded: codePoint >> 12 | 0xE0))
      append(continuation(6))
      append(continuation(0))
    } else {
      append(UInt8(truncatingIfNeeded: codePoint >> 18 | 0xF0))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }
}
