// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// UTF-8, by the standard library's vectorised decoder.
enum UTF8Coding {
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
  private static func firstMalformed(_ bytes: UnsafeRawBufferPointer) -> Int {
    var offset = 0
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }
}
