// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Four million zeros, compressed to a hundred and fiftieth, like a decompression bomb.
enum Zeros {
  /// The number of zeros.
  static let count = 1 + 258 * runs

  /// The zeros in HTTP's `deflate` coding, the zlib format (RFC 1950): one zero, and runs of 258 that repeat the
  /// previous byte, in DEFLATE's fixed codes (RFC 1951 §3.2.6).
  static let deflated: [UInt8] = {
    var bits = Bits(bytes: [0x78, 0x01])
    bits.append(0b110, count: 3)  // The last block, with fixed codes.
    bits.append(0b0011_0000, count: 8)  // The byte 0.
    for _ in 0..<runs { bits.append(0b1100_0101_00000, count: 13) }  // Length 258, distance 1.
    bits.append(0, count: 7)  // The end of the block.
    let checksum = UInt32(count % 65_521) << 16 | 1
    return bits.bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
  }()

  private static let runs = 16_000

  /// Writes bits, the lowest bit of each byte first; codes are written with their highest bit first.
  private struct Bits {
    var bytes: [UInt8]
    private var used = 8

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func append(_ code: Int, count: Int) {
      for place in stride(from: count - 1, through: 0, by: -1) {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(code >> place & 1) << UInt8(used)
        used += 1
      }
    }
  }
}
