// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONReader where Builder: ~Copyable {
  /// Reads a number (RFC 8259 §6) by hand; only rare forms go through the standard library.
  @inline(__always)
  mutating func readNumber() throws(JSONFault) -> ExactNumber {
    let start = place
    let isNegative = base[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let firstDigit = place
    var digits: UInt64 = 0
    readDigits(into: &digits)
    var digitCount = place - firstDigit
    guard digitCount > 0 else { throw JSONFault(reason: .badNumber("a digit"), offset: place) }
    if base[firstDigit] == UInt8(ascii: "0"), digitCount > 1 {
      throw JSONFault(reason: .badNumber("no further digit after a leading zero"), offset: firstDigit + 1)
    }
    guard place < end, base[place] == UInt8(ascii: ".") || base[place] | 0x20 == UInt8(ascii: "e") else {
      return integer(from: start, digits: digits, digitCount: digitCount, isNegative: isNegative)
    }
    var exponent = 0
    if base[place] == UInt8(ascii: ".") {
      place += 1
      let firstFractionDigit = place
      readDigits(into: &digits)
      guard place > firstFractionDigit else {
        throw JSONFault(reason: .badNumber("a digit after the decimal point"), offset: place)
      }
      exponent = firstFractionDigit - place
      digitCount += place - firstFractionDigit
    }
    if place < end, base[place] | 0x20 == UInt8(ascii: "e") { exponent += try readExponent() }
    return fraction(from: start, digits: digits, digitCount: digitCount, exponent: exponent, isNegative: isNegative)
  }

  /// Adds digits to a number; beyond 19 of them it wraps, and the caller, who counts them, does not use it.
  @inline(__always)
  private mutating func readDigits(into value: inout UInt64) {
    while place < end {
      let digit = base[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
  }

  /// Reads from `e` on; the value stops growing far beyond any double's range.
  private mutating func readExponent() throws(JSONFault) -> Int {
    place += 1
    var isNegative = false
    if place < end, base[place] == UInt8(ascii: "-") || base[place] == UInt8(ascii: "+") {
      isNegative = base[place] == UInt8(ascii: "-")
      place += 1
    }
    let firstDigit = place
    var value = 0
    while place < end, case let digit = base[place] &- UInt8(ascii: "0"), digit < 10 {
      value = min(value * 10 + Int(digit), 1_000_000)
      place += 1
    }
    guard place > firstDigit else { throw JSONFault(reason: .badNumber("a digit in the exponent"), offset: place) }
    return isNegative ? -value : value
  }

  @inline(__always)
  private func integer(from start: Int, digits: UInt64, digitCount: Int, isNegative: Bool) -> ExactNumber {
    if digitCount <= 18 {
      // Integers have no negative zero.
      if digits == 0, isNegative { return .double(-0.0) }
      let value = Int64(digits)
      return .integer(isNegative ? -value : value)
    }
    let text = text(from: start)
    if let value = Int64(text) { return .integer(value) }
    if let value = UInt64(text) { return .unsigned(value) }
    return .text(text)
  }

  @inline(__always)
  private func fraction(
    from start: Int,
    digits: UInt64,
    digitCount: Int,
    exponent: Int,
    isNegative: Bool
  ) -> ExactNumber {
    if digitCount <= 19, digits <= 1 << 53, -22...22 ~= exponent {
      // Both operands are exact doubles, so the one rounding gives the nearest double (Clinger's fast path).
      let magnitude = Double(digits)
      let power = DecimalScale.exactPowers[abs(exponent)]
      let value = exponent < 0 ? magnitude / power : magnitude * power
      if exponent <= 0 || value <= 0x1p53 { return .double(isNegative ? -value : value) }
    }
    let text = text(from: start)
    let precision = significantDigits(from: start)
    guard precision <= 17, let value = Double(text), value.isFinite, value != 0 || digits == 0 else {
      return .text(text)
    }
    guard precision > 15 || abs(value) > 0x1p53, value.rounded(.towardZero) == value, abs(value) < 0x1p64 else {
      return .double(value)
    }
    // A double has 15 digits for certain, and no number apart beyond 2^53: the integer may be another one, or none.
    if let integer = JSON.Number.integer(Int64.self, text) { return .integer(integer) }
    return JSON.Number.integer(UInt64.self, text).map { .unsigned($0) }
      ?? (precision > 15 ? .text(text) : .double(value))
  }

  /// Counts the digits before the exponent, leading zeros left out.
  private func significantDigits(from start: Int) -> Int {
    var count = 0
    for offset in start..<place {
      switch base[offset] {
      case UInt8(ascii: "0"): if count > 0 { count += 1 }
      case UInt8(ascii: "1")...UInt8(ascii: "9"): count += 1
      case UInt8(ascii: "-"), UInt8(ascii: "."): continue
      default: return count
      }
    }
    return count
  }

  private func text(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: place - start), as: UTF8.self)
  }
}

/// The representations of a JSON number, chosen so that nothing is lost between reading and writing.
enum ExactNumber: Sendable {
  case integer(Int64)
  /// Only for values above `Int64.max`, so that each integer has one form.
  case unsigned(UInt64)
  /// Always finite.
  case double(Double)
  /// Valid JSON number text that fits none of the above.
  case text(String)
}
