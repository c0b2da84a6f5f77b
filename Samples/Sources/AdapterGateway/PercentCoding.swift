// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Percent-encoding by bytes (RFC 3986 §2.1).
enum PercentCoding {
  /// Decodes bytes to text; leaves them encoded if the decoded bytes are not valid UTF-8.
  static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> String {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      if let byte = encodedByte(in: bytes, at: position) {
        decoded.append(byte)
        position += 3
      } else {
        let byte = bytes[position]
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The byte that `%` and two digits stand for; `nil` if there is no such sequence.
  static func encodedByte(in bytes: [UInt8], at position: Int) -> UInt8? {
    guard position + 2 < bytes.count, bytes[position] == UInt8(ascii: "%"), let high = digit(bytes[position + 1]),
      let low = digit(bytes[position + 2])
    else { return nil }
    return high << 4 | low
  }

  /// A byte as `%` and two digits.
  static func encode(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
