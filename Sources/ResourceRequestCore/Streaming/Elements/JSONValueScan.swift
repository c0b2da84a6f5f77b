// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds the end of one JSON value in bytes that come in pieces.
///
/// Pure. It follows strings, escapes and brackets and nothing else: whether the bytes between them are JSON, the decoder of
/// the value checks.
struct JSONValueScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether a value that has begun may end with the text: a number or a word.
  var mayEndHere: Bool { depth == 0 && !isInString }

  /// Goes on in the next piece.
  ///
  /// - Parameters:
  ///   - bytes: the piece.
  ///   - start: where the value begins or goes on in it.
  /// - Returns: the index behind the value's last byte; `nil` where the piece ends first.
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
          // The bracket of what holds a number or a word.
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

  /// The index behind the quote that ends the string.
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
