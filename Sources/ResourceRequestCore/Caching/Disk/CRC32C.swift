// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// CRC-32C (Castagnoli, RFC 9260 appendix A): detects damage by a disk or a crash, but not by an attacker.
struct CRC32C: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      var offset = 0
      // Eight bytes at a time, by eight tables.
      while bytes.count - offset >= 8 {
        let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) ^ state
        let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        state =
          tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
          ^ tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
          ^ tables[3 * 256 + Int(high & 0xFF)] ^ tables[2 * 256 + Int(high >> 8 & 0xFF)]
          ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
        offset += 8
      }
      while offset < bytes.count {
        state = tables[Int((state ^ UInt32(bytes[offset])) & 0xFF)] ^ state >> 8
        offset += 1
      }
    }
    self.state = state
  }

  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[index] = value
    }
    for table in 1..<8 {
      for index in 0..<256 {
        let before = tables[(table - 1) * 256 + index]
        tables[table * 256 + index] = tables[Int(before & 0xFF)] ^ before >> 8
      }
    }
    return tables
  }()
}
