// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The escapes that RFC 8259 §7 requires: of the quote, the backslash and control characters.
enum JSONEscape {
  /// The maximum length of an escape, in bytes.
  static let longest = 6

  /// Writes the escape of a byte.
  ///
  /// - Parameters:
  ///   - byte: what is escaped.
  ///   - place: memory with room for ``longest`` bytes.
  /// - Returns: the number of bytes written.
  static func write(_ byte: UInt8, to place: UnsafeMutablePointer<UInt8>) -> Int {
    place[0] = UInt8(ascii: "\\")
    switch byte {
    case 0x22, 0x5C: place[1] = byte
    case 0x08: place[1] = UInt8(ascii: "b")
    case 0x0C: place[1] = UInt8(ascii: "f")
    case 0x0A: place[1] = UInt8(ascii: "n")
    case 0x0D: place[1] = UInt8(ascii: "r")
    case 0x09: place[1] = UInt8(ascii: "t")
    default:
      place[1] = UInt8(ascii: "u")
      place[2] = UInt8(ascii: "0")
      place[3] = UInt8(ascii: "0")
      place[4] = hexDigit(byte >> 4)
      place[5] = hexDigit(byte & 15)
      return longest
    }
    return 2
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
