// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rule by which one charset converts bytes to text and back.
package enum CharacterCoding: Sendable, Hashable {
  package enum ByteOrder: Sendable, Hashable {
    case little
    case big
  }

  case utf8
  /// `mark`: whether a byte order mark is written.
  case utf16(ByteOrder, mark: Bool)
  case utf32(ByteOrder, mark: Bool)
  case singleByte(SingleByteSet, encodes: SingleByteRange)
  case system(SystemSet)
}

/// How to treat bytes that are not text.
package enum MalformedBytes: Sendable {
  /// They are replaced by U+FFFD.
  case replace
  /// The first of them ends the decoding.
  case refuse
}

/// Why bytes could not be turned into text.
package enum DecodingFault: Error, Hashable {
  /// The offset of the first byte that is not text.
  case malformed(offset: Int)
  /// The system has no converter for the set.
  case converterMissing
}

/// Why text could not be turned into bytes.
package enum EncodingFault: Error, Hashable {
  /// The charset has no bytes for this character, the offset counted in Unicode scalars.
  case unencodable(Unicode.Scalar, offset: Int)
  /// The charset is known, but this system's C library has no converter for it.
  case converterMissing
}

extension CharacterCoding {
  /// Turns bytes, from which a byte order mark has been taken away, into text.
  package func decode(_ bytes: UnsafeRawBufferPointer, malformed: MalformedBytes) throws(DecodingFault) -> String {
    switch self {
    case .utf8: try UTF8Coding.decode(bytes, malformed: malformed)
    case .utf16(let order, _): try UTF16Coding.decode(bytes, order: order, malformed: malformed)
    case .utf32(let order, _): try UTF32Coding.decode(bytes, order: order, malformed: malformed)
    case .singleByte(let set, _): try set.table.decode(bytes, malformed: malformed)
    case .system(.iso2022JP): try ISO2022JPCoding.decode(bytes, malformed: malformed)
    case .system(let set) where set.decodesGB18030:
      try SystemConverter.decode(bytes, set: set, malformed: malformed)
    case .system(let set): try PairDecoder.decode(bytes, set: set, malformed: malformed)
    }
  }

  /// Converts text to bytes, with a byte order mark if the coding has one.
  package func encode(_ text: String) throws(EncodingFault) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16(let order, let mark): UTF16Coding.encode(text, order: order, mark: mark)
    case .utf32(let order, let mark): UTF32Coding.encode(text, order: order, mark: mark)
    case .singleByte(let set, let range): try set.table.encode(text, range: range)
    case .system(.iso2022JP): try ISO2022JPCoding.encode(text)
    case .system(.eucJP): try EUCJPEncoder.encode(text)
    case .system(let set): try SystemConverter.encode(text, set: set)
    }
  }
}
