// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// UTF-8, by the standard library's vectorised decoder.
package enum UTF8Coding {
  static func decode(_ bytes: UnsafeRawBufferPointer, malformed: MalformedBytes) throws(DecodingFault) -> String {
    switch malformed {
    case .replace:
      // Replaces maximal subparts, exactly as the WHATWG Encoding standard does.
      return String(decoding: bytes, as: UTF8.self)
    case .refuse:
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      throw .malformed(offset: firstMalformed(bytes))
    }
  }

  /// The offset of the first byte that is not UTF-8; the count if there is none.
  package static func firstMalformed(_ bytes: UnsafeRawBufferPointer) -> Int {
    var offset = 0
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a code point, which must not be a surrogate's.
  ///
  /// The decoders write UTF-8 themselves, since the standard library's generic transcoding takes ten times as long.
  mutating func appendUTF8(of codePoint: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: codePoint >> shift & 0x3F | 0x80) }
    if codePoint < 0x80 {
      append(UInt8(truncatingIfNeeded: codePoint))
    } else if codePoint < 0x800 {
      append(UInt8(truncatingIfNeeded: codePoint >> 6 | 0xC0))
      append(continuation(0))
    } else if codePoint < 0x10000 {
      append(UInt8(truncatingIfNeeded: codePoint >> 12 | 0xE0))
      append(continuation(6))
      append(continuation(0))
    } else {
      append(UInt8(truncatingIfNeeded: codePoint >> 18 | 0xF0))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }
}
