// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// ISO-2022-JP, whose escape sequences change the meaning of the following bytes, as the WHATWG Encoding standard
/// decodes it (§12.2).
enum ISO2022JPCoding {
  private enum Mode {
    case ascii, roman, katakana, pairs
  }

  private static let escape: UInt8 = 0x1B

  static func decode(_ bytes: UnsafeRawBufferPointer, malformed: MalformedBytes) throws(DecodingFault) -> String {
    guard let table = PairTable.jis0208 else { throw .converterMissing }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 3 / 2)
    var mode = Mode.ascii
    // An escape sequence directly after another could hide what it seems to separate.
    var isBehindEscape = false
    var index = 0
    while index < bytes.count {
      let start = index
      var scalar: UInt32?
      if bytes[index] == escape {
        if let next = self.mode(bytes, index + 1) {
          index += 3
          mode = next
          let isRepeated = isBehindEscape
          isBehindEscape = true
          if !isRepeated { continue }
        } else {
          index += 1
          isBehindEscape = false
        }
      } else {
        isBehindEscape = false
        scalar = read(bytes, &index, in: mode, table)
      }
      if let scalar {
        output.appendUTF8(of: scalar)
      } else {
        if case .refuse = malformed { throw .malformed(offset: start) }
        output.appendUTF8(of: 0xFFFD)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The effect of an escape sequence; `nil` if it is not one.
  private static func mode(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Mode? {
    guard index + 1 < bytes.count else { return nil }
    return switch (bytes[index], bytes[index + 1]) {
    case (0x28, 0x42): .ascii
    case (0x28, 0x4A): .roman
    case (0x28, 0x49): .katakana
    case (0x24, 0x40), (0x24, 0x42): .pairs
    default: nil
    }
  }

  /// Decodes a character and moves past it; `nil` if it is not one.
  private static func read(
    _ bytes: UnsafeRawBufferPointer,
    _ index: inout Int,
    in mode: Mode,
    _ table: PairTable
  ) -> UInt32? {
    let byte = bytes[index]
    index += 1
    switch mode {
    case .ascii, .roman:
      // Shifts out of and into a set belong to other encodings.
      guard byte < 0x80, byte != 0x0E, byte != 0x0F else { return nil }
      if mode == .roman, byte == 0x5C { return 0xA5 }
      if mode == .roman, byte == 0x7E { return 0x203E }
      return UInt32(byte)
    case .katakana:
      return (0x21...0x5F).contains(byte) ? 0xFF61 + UInt32(byte - 0x21) : nil
    case .pairs:
      let cells: ClosedRange<UInt8> = 0x21...0x7E
      guard cells.contains(byte), index < bytes.count, bytes[index] != escape else { return nil }
      let cell = bytes[index]
      index += 1
      return cells.contains(cell) ? table[(Int(byte) - 0x21) * 94 + Int(cell) - 0x21] : nil
    }
  }

  // MARK: Writing

  /// Encodes text; it ends in ASCII, so that it can be joined to another text.
  static func encode(_ text: String) throws(EncodingFault) -> [UInt8] {
    guard let pointers = JapanesePointers.shared else { throw .converterMissing }
    var output: [UInt8] = []
    var mode = Mode.ascii
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      let (next, bytes) = try form(of: scalar, at: offset, in: mode, pointers)
      enter(next, from: &mode, &output)
      output += bytes
    }
    enter(.ascii, from: &mode, &output)
    return output
  }

  private static func form(
    of scalar: Unicode.Scalar,
    at offset: Int,
    in mode: Mode,
    _ pointers: JapanesePointers
  ) throws(EncodingFault) -> (Mode, [UInt8]) {
    switch scalar.value {
    case 0x0E, 0x0F, 0x1B: break
    case 0x5C, 0x7E: return (.ascii, [UInt8(scalar.value)])
    case 0..<0x80: return (mode == .roman ? .roman : .ascii, [UInt8(scalar.value)])
    case 0xA5: return (.roman, [0x5C])
    case 0x203E: return (.roman, [0x7E])
    default:
      guard let pointer = pointers.jis0208[scalar.value] else { break }
      return (.pairs, [UInt8(0x21 + pointer / 94), UInt8(0x21 + pointer % 94)])
    }
    throw .unencodable(scalar, offset: offset)
  }

  private static func enter(_ next: Mode, from mode: inout Mode, _ output: inout [UInt8]) {
    guard next != mode else { return }
    mode = next
    switch next {
    case .ascii: output += [escape, 0x28, 0x42]
    case .roman: output += [escape, 0x28, 0x4A]
    case .katakana: output += [escape, 0x28, 0x49]
    case .pairs: output += [escape, 0x24, 0x42]
    }
  }
}
