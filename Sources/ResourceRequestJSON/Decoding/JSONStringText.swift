// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Creates strings from the text of strings that the tape has validated.
enum JSONStringText {
  /// The text of a string without escapes.
  @inline(__always)
  static func plain(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The text of a key.
  static func key(_ entry: JSONTapeEntry, _ text: UnsafePointer<UInt8>) -> String {
    let start = text + Int(entry.offset)
    return entry.isKind(.escapedKey) ? unescape(start, entry.length) : plain(start, entry.length)
  }

  /// The text of a string with escapes; it has no more bytes than the string.
  static func unescape(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      guard let target = buffer.baseAddress else { return 0 }
      return unescape(start, count, to: target)
    }
  }

  private static func unescape(
    _ text: UnsafePointer<UInt8>,
    _ count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var place = 0
    var written = 0
    while true {
      let run = JSONStringRun(in: text, from: place, to: count)
      (target + written).update(from: text + place, count: run.end - place)
      written += run.end - place
      place = run.end + 1
      guard place < count else { return written }
      place += 1
      switch text[place - 1] {
      case UInt8(ascii: "b"): target[written] = 0x08
      case UInt8(ascii: "f"): target[written] = 0x0C
      case UInt8(ascii: "n"): target[written] = 0x0A
      case UInt8(ascii: "r"): target[written] = 0x0D
      case UInt8(ascii: "t"): target[written] = 0x09
      case UInt8(ascii: "u"):
        written += writeScalar(text, &place, count, to: target + written)
        continue
      case let byte: target[written] = byte
      }
      written += 1
    }
  }

  /// Writes the character of a `\u` escape, or of a pair of them: at most four bytes for its six or twelve.
  private static func writeScalar(
    _ text: UnsafePointer<UInt8>,
    _ place: inout Int,
    _ count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var value = JSONTape.hexDigits(text, place, count) ?? 0xFFFD
    place += 4
    if 0xD800...0xDBFF ~= value {
      let low = JSONTape.hexDigits(text, place + 2, count) ?? 0xDC00
      value = 0x10000 + (value - 0xD800) << 10 + (low &- 0xDC00) & 0x3FF
      place += 6
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    var written = 0
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      target[written] = byte
      written += 1
    }
    return written
  }
}
