// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decodes the charsets of East Asia whose characters have one byte or a few, as the WHATWG Encoding standard's
/// decoders do (§11 to §13).
///
/// A broken byte never swallows an ASCII byte after it, which could be the quotation mark that ends a string.
enum PairDecoder {
  /// What bytes begin with.
  private enum Step {
    case scalar(UInt32, length: Int)
    case twoScalars(UInt32, UInt32, length: Int)
    case malformed(length: Int)
  }

  static func decode(
    _ bytes: UnsafeRawBufferPointer,
    set: SystemSet,
    malformed: MalformedBytes
  ) throws(DecodingFault) -> String {
    guard let read = reader(of: set) else { throw .converterMissing }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        output.append(byte)
        index += 1
        continue
      }
      switch read(bytes, index) {
      case .scalar(let scalar, let length):
        output.appendUTF8(of: scalar)
        index += length
      case .twoScalars(let first, let second, let length):
        output.appendUTF8(of: first)
        output.appendUTF8(of: second)
        index += length
      case .malformed(let length):
        if case .refuse = malformed { throw .malformed(offset: index) }
        output.appendUTF8(of: 0xFFFD)
        index += length
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private typealias Reader = (UnsafeRawBufferPointer, Int) -> Step

  /// The decoder of the character at a position, which is not ASCII; `nil` if its table is not available.
  private static func reader(of set: SystemSet) -> Reader? {
    switch set {
    case .shiftJIS: PairTable.jis0208.map { table in { shiftJIS($0, $1, table) } }
    case .eucKR: PairTable.eucKR.map { table in { eucKR($0, $1, table) } }
    case .big5: PairTable.big5.map { table in { big5($0, $1, table) } }
    case .eucJP:
      if let main = PairTable.jis0208, let other = PairTable.jis0212 { { eucJP($0, $1, main, other) } } else { nil }
    case .iso2022JP, .gb18030, .gbk: nil
    }
  }

  private static func shiftJIS(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ table: PairTable) -> Step {
    let lead = bytes[index]
    switch lead {
    case 0x80: return .scalar(0x80, length: 1)
    case 0xA1...0xDF: return .scalar(0xFF61 + UInt32(lead - 0xA1), length: 1)
    case 0x81...0x9F, 0xE0...0xFC: break
    default: return .malformed(length: 1)
    }
    return pair(bytes, index) { trail in
      guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return nil }
      return table[(Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)]
    }
  }

  private static func eucKR(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ table: PairTable) -> Step {
    let lead = bytes[index]
    guard (0x81...0xFE).contains(lead) else { return .malformed(length: 1) }
    return pair(bytes, index) { trail in
      (0x41...0xFE).contains(trail) ? table[(Int(lead) - 0x81) * 190 + Int(trail) - 0x41] : nil
    }
  }

  private static func big5(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ table: PairTable) -> Step {
    let lead = bytes[index]
    guard (0x81...0xFE).contains(lead) else { return .malformed(length: 1) }
    if lead == 0x88, index + 1 < bytes.count {
      // Four characters that Unicode has as a letter and a mark.
      switch bytes[index + 1] {
      case 0x62: return .twoScalars(0xCA, 0x304, length: 2)
      case 0x64: return .twoScalars(0xCA, 0x30C, length: 2)
      case 0xA3: return .twoScalars(0xEA, 0x304, length: 2)
      case 0xA5: return .twoScalars(0xEA, 0x30C, length: 2)
      default: break
      }
    }
    return pair(bytes, index) { trail in
      guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return nil }
      return table[(Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)]
    }
  }

  private static func eucJP(
    _ bytes: UnsafeRawBufferPointer,
    _ index: Int,
    _ main: PairTable,
    _ other: PairTable
  ) -> Step {
    let rows: ClosedRange<UInt8> = 0xA1...0xFE
    let lead = bytes[index]
    switch lead {
    case 0x8E:
      return pair(bytes, index) { (0xA1...0xDF).contains($0) ? 0xFF61 + UInt32($0 - 0xA1) : nil }
    case 0x8F:
      guard index + 1 < bytes.count, rows.contains(bytes[index + 1]) else { return pair(bytes, index) { _ in nil } }
      let row = bytes[index + 1]
      return pair(bytes, index + 1, before: 1) { cell in
        rows.contains(cell) ? other[(Int(row) - 0xA1) * 94 + Int(cell) - 0xA1] : nil
      }
    case rows:
      return pair(bytes, index) { cell in
        rows.contains(cell) ? main[(Int(lead) - 0xA1) * 94 + Int(cell) - 0xA1] : nil
      }
    default:
      return .malformed(length: 1)
    }
  }

  /// The character of the lead byte at a position and the byte after it.
  private static func pair(
    _ bytes: UnsafeRawBufferPointer,
    _ index: Int,
    before: Int = 0,
    _ scalar: (UInt8) -> UInt32?
  ) -> Step {
    guard index + 1 < bytes.count else { return .malformed(length: before + 1) }
    let trail = bytes[index + 1]
    if let scalar = scalar(trail) { return .scalar(scalar, length: before + 2) }
    return .malformed(length: before + (trail < 0x80 ? 1 : 2))
  }
}
