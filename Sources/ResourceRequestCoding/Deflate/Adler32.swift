// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The check value of the zlib format: Adler-32 (RFC 1950 §8.2).
struct Adler32 {
  private static let modulus: UInt32 = 65_521
  /// The number of bytes that can be summed before 32 bits overflow.
  private static let span = 5552

  private var low: UInt32 = 1
  private var high: UInt32 = 0

  /// The check value so far.
  var value: UInt32 { high << 16 | low }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + Adler32.span)
      while index < end {
        low &+= UInt32(bytes[index])
        high &+= low
        index += 1
      }
      low %= Adler32.modulus
      high %= Adler32.modulus
    }
  }
}
