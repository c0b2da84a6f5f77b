// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The bytes that a converter reads, and its position.
struct ConverterInput {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  var remaining: Int { bytes.count - offset }

  /// The address of the next byte, as C's functions require it; `nil` if there never was one.
  var next: UnsafePointer<CChar>? {
    bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
  }

  mutating func skip(_ count: Int) {
    offset += min(max(count, 0), remaining)
  }

  /// Skips the byte that Microsoft's GBK has for the euro sign; `false`, with nothing skipped, if there is another one.
  mutating func skipMicrosoftEuro() -> Bool {
    guard remaining > 0, bytes[offset] == 0x80 else { return false }
    skip(1)
    return true
  }

  /// Skips the bytes at the start of the rest that are not a character, and returns their replacement.
  ///
  /// As in the WHATWG Encoding standard's decoders, a broken byte never swallows an ASCII byte after it, which could be
  /// the quotation mark that ends a string.
  mutating func skipMalformed() -> String {
    guard remaining > 0 else { return "" }
    let lead = bytes[offset]
    skip(1)
    if (0x81...0xFE).contains(lead), remaining > 0, bytes[offset] >= 0x80 { skip(1) }
    return "\u{FFFD}"
  }

  /// Skips the bytes that the converter took for the start of a character cut off by the end of the input.
  ///
  /// Glibc looks at the count of bytes before it looks at the bytes, so they may be no start of a character at all.
  mutating func skipTruncated() -> String {
    let tail = bytes[offset...].dropFirst()
    // The second byte of GB18030's characters of four is a digit.
    let isDigitNext = tail.first.map { (0x30...0x39).contains($0) } ?? false
    guard isDigitNext, tail.dropFirst().allSatisfy({ $0 >= 0x80 }) else { return skipMalformed() }
    skip(remaining)
    return "\u{FFFD}"
  }
}
