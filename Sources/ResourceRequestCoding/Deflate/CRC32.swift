// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A check value of 32 bits, eight bytes at a time: it detects damage by a disk, a crash or a line, and not by an attacker.
package struct CRC32: Sendable {
  private let tables: [UInt32]
  private var state: UInt32 = 0xFFFF_FFFF

  /// CRC-32, that of gzip (RFC 1952 §8).
  package static var gzip: CRC32 { CRC32(tables: gzipTables) }
  /// CRC-32C (Castagnoli, RFC 9260 appendix A).
  package static var castagnoli: CRC32 { CRC32(tables: castagnoliTables) }

  private init(tables: [UInt32]) { self.tables = tables }

  /// The check value so far.
  package var value: UInt32 { ~state }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var crc = state
    tables.withUnsafeBufferPointer { tables in
      var index = 0
      while bytes.count - index >= 8 {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
        crc = tables[1792 + Int(word & 255)] ^ tables[1536 + Int(word >> 8 & 255)]
        crc ^= tables[1280 + Int(word >> 16 & 255)] ^ tables[1024 + Int(word >> 24 & 255)]
        crc ^= tables[768 + Int(word >> 32 & 255)] ^ tables[512 + Int(word >> 40 & 255)]
        crc ^= tables[256 + Int(word >> 48 & 255)] ^ tables[Int(word >> 56)]
        index += 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 255)]
        index += 1
      }
    }
    state = crc
  }

  private static let gzipTables = tables(of: 0xEDB8_8320)
  private static let castagnoliTables = tables(of: 0x82F6_3B78)

  /// Eight tables of 256: the n-th advances a byte with n bytes after it.
  private static func tables(of polynomial: UInt32) -> [UInt32] {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? polynomial : 0) }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 255)])
    }
    return tables
  }
}
