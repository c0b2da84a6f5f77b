// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

extension JSONTape {
  @inline(__always)
  static func skipWhitespace(_ text: UnsafePointer<UInt8>, _ place: inout Int, _ end: Int) {
    while place < end, text[place] <= 0x20 {
      switch text[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// Reads a member's key and colon; its value is an entry of its own.
  @inline(__always)
  static func readKey(
    _ text: UnsafePointer<UInt8>,
    _ place: inout Int,
    _ end: Int,
    _ tape: UnsafeMutablePointer<JSONTapeEntry>,
    _ count: inout Int,
    _ seen: inout UInt64,
    _ hasOddKeys: inout Bool
  ) -> Bool {
    guard place < end, text[place] == UInt8(ascii: "\"") else { return false }
    let start = place + 1
    var own: UInt64 = 0
    let (stop, isEscaped) = skipString(text, start, end, &own)
    guard stop >= 0, stop - start <= JSONTapeEntry.maximumLength else { return false }
    seen |= own
    if isEscaped || own & 0x8080_8080_8080_8080 != 0 { hasOddKeys = true }
    tape[count] = JSONTapeEntry(offset: start, length: stop - start, kind: isEscaped ? .escapedKey : .key)
    count += 1
    place = stop + 1
    skipWhitespace(text, &place, end)
    guard place < end, text[place] == UInt8(ascii: ":") else { return false }
    place += 1
    return true
  }

  /// Moves to the closing quote of a string; -1 if the string is invalid.
  @inline(__always)
  static func skipString(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ seen: inout UInt64
  ) -> (stop: Int, isEscaped: Bool) {
    let run = JSONStringRun(in: text, from: start, to: end)
    if !run.isASCII { seen = .max }
    guard run.end < end else { return (-1, false) }
    if text[run.end] == UInt8(ascii: "\"") { return (run.end, false) }
    return (skipEscapes(text, run.end, end, &seen), true)
  }

  /// Goes on from an escape, or from something wrong, to the quote that closes the string.
  private static func skipEscapes(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ seen: inout UInt64
  ) -> Int {
    var place = start
    while true {
      guard text[place] == UInt8(ascii: "\\") else { return -1 }
      place = skipEscape(text, place, end)
      guard place >= 0 else { return -1 }
      let run = JSONStringRun(in: text, from: place, to: end)
      if !run.isASCII { seen = .max }
      place = run.end
      guard place < end else { return -1 }
      if text[place] == UInt8(ascii: "\"") { return place }
    }
  }

  /// Moves past an escape, including the second half of a surrogate pair; -1 if it is invalid.
  private static func skipEscape(_ text: UnsafePointer<UInt8>, _ backslash: Int, _ end: Int) -> Int {
    guard backslash + 1 < end else { return -1 }
    switch text[backslash + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return backslash + 2
    case UInt8(ascii: "u"):
      guard let value = hexDigits(text, backslash + 2, end) else { return -1 }
      guard 0xD800...0xDFFF ~= value else { return backslash + 6 }
      guard value < 0xDC00, backslash + 7 < end, text[backslash + 6] == UInt8(ascii: "\\"),
        text[backslash + 7] == UInt8(ascii: "u"), let low = hexDigits(text, backslash + 8, end),
        0xDC00...0xDFFF ~= low
      else { return -1 }
      return backslash + 12
    default:
      return -1
    }
  }

  /// The number that four hexadecimal digits write.
  static func hexDigits(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var value: UInt32 = 0
    for place in start..<start + 4 {
      guard let digit = PercentEncoding.hexValue(text[place]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Moves past a number (RFC 8259 §6); -1 if it is invalid.
  @inline(__always)
  static func skipNumber(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> (stop: Int, isInteger: Bool) {
    var place = start
    if text[place] == UInt8(ascii: "-") { place += 1 }
    let firstDigit = place
    skipDigits(text, &place, end)
    guard place > firstDigit, text[firstDigit] != UInt8(ascii: "0") || place == firstDigit + 1 else {
      return (-1, false)
    }
    guard place < end, text[place] == UInt8(ascii: ".") || text[place] | 0x20 == UInt8(ascii: "e") else {
      return (place, true)
    }
    if text[place] == UInt8(ascii: ".") {
      place += 1
      let first = place
      skipDigits(text, &place, end)
      guard place > first else { return (-1, false) }
    }
    if place < end, text[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < end, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") { place += 1 }
      let first = place
      skipDigits(text, &place, end)
      guard place > first else { return (-1, false) }
    }
    return (place, false)
  }

  @inline(__always)
  private static func skipDigits(_ text: UnsafePointer<UInt8>, _ place: inout Int, _ end: Int) {
    while place < end, text[place] &- UInt8(ascii: "0") < 10 { place += 1 }
  }

  @inline(__always)
  static func hasWord(_ text: UnsafePointer<UInt8>, _ place: inout Int, _ end: Int, _ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard end - place >= length else { return false }
    for offset in 0..<length where text[place + offset] != word.utf8Start[offset] { return false }
    place += length
    return true
  }
}
