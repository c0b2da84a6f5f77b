// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The characters of a set in which each byte is one: ASCII below 0x80, and a table above.
struct SingleByteTable: Sendable, ExpressibleByStringLiteral {
  /// The code points of the bytes 0x80 to 0xFF, all in the basic plane; U+FFFD for an undefined byte.
  private let upper: [UInt16]
  /// The defined ones, by code point, for encoding.
  private let sorted: [(codePoint: UInt16, byte: UInt8)]

  /// Reads a table written as 128 numbers of four hexadecimal digits, in any layout; as 96 where the bytes below 0xA0 are
  /// the control characters of ISO 6429.
  ///
  /// Text compiles in no time and lies in read-only memory until a set is first used, which array literals do not.
  init(stringLiteral text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let written = stride(from: 0, to: digits.count - 3, by: 4).map { start in
      digits[start..<start + 4].reduce(0) { $0 << 4 | UInt16($1) }
    }
    upper = Array(0x80..<(0x100 - UInt16(written.count))) + written
    sorted = zip(upper, UInt8(0x80)...0xFF)
      .filter { $0.0 != 0xFFFD }
      .map { (codePoint: $0.0, byte: $0.1) }
      .sorted { $0.codePoint < $1.codePoint }
  }

  func decode(_ bytes: UnsafeRawBufferPointer, malformed: MalformedBytes) throws(DecodingFault) -> String {
    if case .refuse = malformed, let offset = bytes.firstIndex(where: { codePoint(of: $0) == 0xFFFD }) {
      throw .malformed(offset: offset)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes { output.appendUTF8(of: UInt32(codePoint(of: byte))) }
    return String(decoding: output, as: UTF8.self)
  }

  func encode(_ text: String, range: SingleByteRange) throws(EncodingFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      guard let byte = byte(of: scalar), range.contains(byte) else { throw .unencodable(scalar, offset: offset) }
      bytes.append(byte)
    }
    return bytes
  }

  private func codePoint(of byte: UInt8) -> UInt16 {
    byte < 0x80 ? UInt16(byte) : upper[Int(byte) - 0x80]
  }

  private func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return UInt8(scalar.value) }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].codePoint < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low].codePoint == scalar.value ? sorted[low].byte : nil
  }
}

/// Which bytes of a table text is written with.
package enum SingleByteRange: Sendable, Hashable {
  case all
  /// Without 0x80 to 0x9F: an ISO set whose bytes are decoded by the Windows set that extends it.
  case withoutC1
  /// Below 0x80 only.
  case ascii

  func contains(_ byte: UInt8) -> Bool {
    switch self {
    case .all: true
    case .withoutC1: !(0x80...0x9F).contains(byte)
    case .ascii: byte < 0x80
    }
  }
}

/// The sets that have a table.
///
/// Windows-1252 and its relatives also stand for the ISO sets that they extend.
package enum SingleByteSet: Sendable, Hashable {
  case iso2, iso3, iso4, iso5, iso6, iso7, iso8, iso10, iso13, iso14, iso15, iso16
  case windows874, windows1250, windows1251, windows1252, windows1253
  case windows1254, windows1255, windows1256, windows1257, windows1258
  case ibm866, koi8R, koi8U, macintosh, macCyrillic

  /// The set's table, created when it is first needed.
  var table: SingleByteTable {
    switch self {
    case .iso2: .iso2
    case .iso3: .iso3
    case .iso4: .iso4
    case .iso5: .iso5
    case .iso6: .iso6
    case .iso7: .iso7
    case .iso8: .iso8
    case .iso10: .iso10
    case .iso13: .iso13
    case .iso14: .iso14
    case .iso15: .iso15
    case .iso16: .iso16
    case .windows874: .windows874
    case .windows1250: .windows1250
    case .windows1251: .windows1251
    case .windows1252: .windows1252
    case .windows1253: .windows1253
    case .windows1254: .windows1254
    case .windows1255: .windows1255
    case .windows1256: .windows1256
    case .windows1257: .windows1257
    case .windows1258: .windows1258
    case .ibm866: .ibm866
    case .koi8R: .koi8R
    case .koi8U: .koi8U
    case .macintosh: .macintosh
    case .macCyrillic: .macCyrillic
    }
  }
}
