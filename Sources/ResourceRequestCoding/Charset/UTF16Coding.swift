// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// UTF-16 in both byte orders.
enum UTF16Coding {
  static func decode(
    _ bytes: UnsafeRawBufferPointer,
    order: CharacterCoding.ByteOrder,
    malformed: MalformedBytes
  ) throws(DecodingFault) -> String {
    // The bytes of a response may be misaligned.
    func unit(at offset: Int) -> UInt16 {
      let unit = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      return order == .little ? UInt16(littleEndian: unit) : UInt16(bigEndian: unit)
    }
    let end = bytes.count & ~1
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var offset = 0
    while offset < end {
      let first = unit(at: offset)
      let second = offset + 2 < end ? unit(at: offset + 2) : 0
      if !UTF16.isSurrogate(first) {
        output.appendUTF8(of: UInt32(first))
        offset += 2
      } else if UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) {
        output.appendUTF8(of: 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        offset += 4
      } else if case .refuse = malformed {
        throw .malformed(offset: offset)
      } else {
        output.appendUTF8(of: 0xFFFD)
        // A pair cut off in the middle of its second half is one error.
        offset = UTF16.isLeadSurrogate(first) && offset + 3 == bytes.count ? bytes.count : offset + 2
      }
    }
    if offset < bytes.count {
      if case .refuse = malformed { throw .malformed(offset: offset) }
      output.appendUTF8(of: 0xFFFD)
    }
    return String(decoding: output, as: UTF8.self)
  }

  static func encode(_ text: String, order: CharacterCoding.ByteOrder, mark: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf16.count * 2 + 2)
    func append(_ unit: UInt16) {
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      bytes.append(order == .little ? low : high)
      bytes.append(order == .little ? high : low)
    }
    if mark { append(0xFEFF) }
    for unit in text.utf16 { append(unit) }
    return bytes
  }
}
