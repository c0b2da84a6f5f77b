// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds the end of one JSON value in chunks of bytes.
///
/// Pure. It follows strings, escapes and brackets only; the decoder validates the value.
struct JSONValueScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the current value may end with the text: a number or a literal.
  var mayEndHere: Bool { depth == 0 && !isInString }

  /// Scans the next chunk.
  ///
  /// - Parameters:
  ///   - bytes: the chunk.
  ///   - start: the index at which the value begins or continues.
  /// - Returns: the index after the value's last byte; `nil` if the chunk ends first.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    // Locals, so that the loop keeps them in registers.
    var depth = depth
    while place < bytes.count {
      if isInString {
        guard let close = stringEnd(in: bytes, from: place) else { break }
        place = close
        if depth == 0 { return place }
      }
      scan: while place < bytes.count {
        switch bytes[place] {
        case UInt8(ascii: "\""):
          isInString = true
          place += 1
          break scan
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          // The closing bracket of the parent ends a number or a literal.
          if depth == 0 { return place }
          depth -= 1
          if depth == 0 { return place + 1 }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
          if depth == 0 { return place }
        default:
          break
        }
        place += 1
      }
    }
    self.depth = depth
    return nil
  }

  /// The index after the closing quote of the string.
  private mutating func stringEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    if isEscaped {
      isEscaped = false
      place += 1
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        isInString = false
        return place
      }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard place < bytes.count else {
        isEscaped = true
        break
      }
      place += 1
    }
    return nil
  }
}
