// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The positions of characters in the tables of Japanese.
struct JapanesePointers: Sendable {
  /// In the 94 rows that are written with two bytes.
  let jis0208: [UInt32: Int]
  let jis0212: [UInt32: Int]

  /// Created when text is first encoded; `nil` if the system has no converter for a table.
  static let shared: JapanesePointers? = {
    guard let jis0208 = PairTable.jis0208, let jis0212 = PairTable.jis0212 else { return nil }
    var main = jis0208.pointers.filter { $0.value < 94 * 94 }
    for (own, vendors) in twins { main[own] = main[vendors] }
    return JapanesePointers(jis0208: main, jis0212: jis0212.pointers)
  }()

  /// Characters as JIS defines them, and Microsoft's variants that the standard decodes at their positions: both are
  /// encoded the same.
  static let twins: [(UInt32, UInt32)] = [
    (0x2016, 0x2225), (0x2212, 0xFF0D), (0x301C, 0xFF5E), (0xA2, 0xFFE0), (0xA3, 0xFFE1), (0xAC, 0xFFE2),
  ]
}

/// EUC-JP, written with the characters that its decoder reads.
enum EUCJPEncoder {
  static func encode(_ text: String) throws(EncodingFault) -> [UInt8] {
    guard let pointers = JapanesePointers.shared else { throw .converterMissing }
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      switch scalar.value {
      case 0..<0x80:
        output.append(UInt8(scalar.value))
      case 0xFF61...0xFF9F:
        output += [0x8E, UInt8(scalar.value - 0xFF61 + 0xA1)]
      default:
        if let pointer = pointers.jis0208[scalar.value] {
          output += [UInt8(0xA1 + pointer / 94), UInt8(0xA1 + pointer % 94)]
        } else if let pointer = pointers.jis0212[scalar.value] {
          output += [0x8F, UInt8(0xA1 + pointer / 94), UInt8(0xA1 + pointer % 94)]
        } else {
          throw .unencodable(scalar, offset: offset)
        }
      }
    }
    return output
  }
}
