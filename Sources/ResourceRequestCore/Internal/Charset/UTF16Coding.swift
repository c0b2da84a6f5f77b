// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// UTF-16 in both byte orders.
enum UTF16Coding {
  static func decode(
    _ bytes: UnsafeRawBufferPointer,
    order: CharacterCoding.ByteOrder,
    malformed: MalformedBytes
  ) throws(DecodingFault) -> String {
    let units = units(of: bytes, order: order)
    let isTruncated = bytes.count % 2 != 0
    switch malformed {
    case .replace:
      let text = String(decoding: units, as: UTF16.self)
      // A high surrogate cut off in the middle of its low one is one fault, and has its U+FFFD already.
      let endsInHighSurrogate = units.last.map(UTF16.isLeadSurrogate) ?? false
      return isTruncated && !endsInHighSurrogate ? text + "\u{FFFD}" : text
    case .refuse:
      guard let text = String(validating: units, as: UTF16.self) else {
        throw .malformed(offset: firstLoneSurrogate(units) * 2)
      }
      if isTruncated { throw .malformed(offset: bytes.count - 1) }
      return text
    }
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

  /// The whole code units; a last odd byte is left out.
  ///
  /// They are copied, since the bytes of an answer may be misaligned.
  private static func units(of bytes: UnsafeRawBufferPointer, order: CharacterCoding.ByteOrder) -> [UInt16] {
    let count = bytes.count / 2
    return [UInt16](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let unit = bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
        buffer.initializeElement(at: index, to: order == .little ? UInt16(littleEndian: unit) : UInt16(bigEndian: unit))
      }
      initialized = count
    }
  }

  /// The index of the first surrogate that is not in a pair; the count if there is none.
  private static func firstLoneSurrogate(_ units: [UInt16]) -> Int {
    var index = 0
    var iterator = units.makeIterator()
    var parser = Unicode.UTF16.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { index += scalar.count }
    return index
  }
}
