// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// IPv4 addresses in all the forms name resolvers take (WHATWG URL §3.5): decimal, octal, hexadecimal, shortened.
enum IPv4Number {
  /// Whether the last label makes a host a number, so that it must be an address or nothing.
  static func endsInNumber(_ labels: [Substring.UTF8View]) -> Bool {
    guard let last = labels.last, !last.isEmpty else { return false }
    if last.allSatisfy(isDigit) { return true }
    // However large: a number no address can have is a broken address and not a name.
    return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { PercentEncoding.hexValue($0) != nil }
  }

  /// The dotted decimal form; `nil` if the parts are not an address.
  static func canonical(_ labels: [Substring.UTF8View]) -> String? {
    guard let last = labels.last, labels.count <= 4 else { return nil }
    var address: UInt64 = 0
    for label in labels.dropLast() {
      guard let value = number(label), value < 256 else { return nil }
      address = address << 8 | value
    }
    let restBits = UInt64(8 * (5 - labels.count))
    guard let rest = number(last), rest < 1 << restBits else { return nil }
    return dotted(UInt32(truncatingIfNeeded: address << restBits | rest))
  }

  /// Strict dotted decimal, as allowed in an IPv6 address.
  static func strict(_ text: Substring.UTF8View) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(isDigit), part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      guard let value = number(part), value < 256 else { return nil }
      address = address << 8 | UInt32(value)
    }
    return address
  }

  /// Whether bytes are an address in the form ``dotted(_:)`` writes: four numbers below 256, without leading zeros.
  static func isDotted(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var parts = 1
    var value = 0
    var digits = 0
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        guard digits > 0, parts < 4 else { return false }
        parts += 1
        value = 0
        digits = 0
      } else {
        guard isDigit(byte), digits == 0 || value > 0 else { return false }
        value = value * 10 + Int(byte &- UInt8(ascii: "0"))
        digits += 1
        guard value < 256 else { return false }
      }
    }
    return parts == 4 && digits > 0
  }

  static func dotted(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
  }

  /// A part of an address; more than 32 bits is not a number.
  private static func number(_ text: Substring.UTF8View) -> UInt64? {
    guard let first = text.first else { return nil }
    guard first == UInt8(ascii: "0"), text.count > 1 else { return digits(text, radix: 10) }
    let second = text[text.index(after: text.startIndex)]
    if second | 0x20 == UInt8(ascii: "x") { return text.count == 2 ? 0 : digits(text.dropFirst(2), radix: 16) }
    return digits(text.dropFirst(), radix: 8)
  }

  private static func digits(_ text: Substring.UTF8View, radix: UInt64) -> UInt64? {
    var value: UInt64 = 0
    for byte in text {
      guard let digit = PercentEncoding.hexValue(byte), digit < radix else { return nil }
      value = value * radix + UInt64(digit)
      guard value <= UInt32.max else { return nil }
    }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
