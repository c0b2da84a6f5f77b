// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A key for a request that must have its effect once.
///
/// Pure.
enum IdempotencyKey {
  /// A random UUID (RFC 9562 §5.4) of two draws of 64 bits.
  static func make(_ first: UInt64, _ second: UInt64) -> String {
    let high = (first & ~0xF000) | 0x4000
    let low = (second & ~(3 << 62)) | (2 << 62)
    let digits = hexadecimal(high) + hexadecimal(low)
    var text = ""
    text.reserveCapacity(36)
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  private static func hexadecimal(_ bits: UInt64) -> [UInt8] {
    (0..<16).reversed().map { place in
      let digit = UInt8(truncatingIfNeeded: bits >> UInt64(place * 4)) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }
}
