// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Checks whether bytes are UTF-8 (Unicode 16, table 3-7), in one pass.
enum UTF8Check {
  static func isValid(_ text: UnsafePointer<UInt8>, _ end: Int) -> Bool {
    var place = 0
    while place < end {
      let byte = text[place]
      if byte < 0x80 {
        place += 1
        while place + 8 <= end,
          UnsafeRawPointer(text + place).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          place += 8
        }
        continue
      }
      let length: Int
      let second: ClosedRange<UInt8>
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard place + length <= end, second ~= text[place + 1] else { return false }
      if length > 2, text[place + 2] & 0xC0 != 0x80 { return false }
      if length > 3, text[place + 3] & 0xC0 != 0x80 { return false }
      place += length
    }
    return true
  }
}
