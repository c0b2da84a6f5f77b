// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// UTF-32 in both byte orders.
///
/// The WHATWG standard has dropped it; servers have not.
enum UTF32Coding {
  static func decode(
    _ bytes: UnsafeRawBufferPointer,
    order: CharacterCoding.ByteOrder,
    malformed: MalformedBytes
  ) throws(DecodingFault) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 2)
    for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let value = order == .little ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
      if let scalar = Unicode.Scalar(value) {
        output.appendUTF8(of: scalar.value)
      } else if case .refuse = malformed {
        throw .malformed(offset: offset)
      } else {
        output.appendUTF8(of: 0xFFFD)
      }
    }
    if bytes.count % 4 != 0 {
      if case .refuse = malformed { throw .malformed(offset: bytes.count - bytes.count % 4) }
      output.appendUTF8(of: 0xFFFD)
    }
    return String(decoding: output, as: UTF8.self)
  }

  static func encode(_ text: String, order: CharacterCoding.ByteOrder, mark: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.unicodeScalars.count * 4 + 4)
    func append(_ value: UInt32) {
      withUnsafeBytes(of: order == .little ? value.littleEndian : value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    if mark { append(0xFEFF) }
    for scalar in text.unicodeScalars { append(scalar.value) }
    return bytes
  }
}
