// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A JSON number as digits and an exponent, on its way to the nearest floating-point number.
struct DecimalText {
  /// The first nineteen significant digits.
  private(set) var digits: UInt64 = 0
  /// The power of ten they are multiplied with.
  private(set) var exponent = 0
  let isNegative: Bool
  /// Whether there are more than nineteen, and one of the omitted digits is not zero.
  private var isCut = false
  private let start: UnsafePointer<UInt8>
  private let count: Int

  /// Takes a text that is known to be a number (RFC 8259 §6).
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
    isNegative = start[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var place = first
    // Up to nineteen digits cannot overflow: twenty bytes, of which one is the point.
    guard count - first <= 20 else {
      readLong(from: first)
      return
    }
    var value: UInt64 = 0
    while place < count {
      let digit = start[place] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    if place - first == 20 {
      readLong(from: first)
      return
    }
    if place < count, start[place] == UInt8(ascii: ".") {
      place += 1
      let point = place
      while place < count {
        let digit = start[place] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        value = value &* 10 &+ UInt64(digit)
        place += 1
      }
      exponent = point - place
    }
    if place < count { exponent += Self.exponent(UnsafeBufferPointer(start: start, count: count), from: place + 1) }
    digits = value
  }

  private mutating func readLong(from first: Int) {
    var place = first
    var taken = 0
    var isFraction = false
    while place < count, start[place] | 0x20 != UInt8(ascii: "e") {
      defer { place += 1 }
      guard start[place] != UInt8(ascii: ".") else {
        isFraction = true
        continue
      }
      let digit = start[place] &- UInt8(ascii: "0")
      if taken < 19 {
        digits = digits * 10 + UInt64(digit)
        if digits > 0 { taken += 1 }
        if isFraction { exponent -= 1 }
      } else {
        isCut = isCut || digit > 0
        if !isFraction { exponent += 1 }
      }
    }
    if place < count { exponent += Self.exponent(UnsafeBufferPointer(start: start, count: count), from: place + 1) }
  }

  /// Reads the exponent after an `e`; it stops growing far beyond any range.
  static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var place = start
    var isNegative = false
    if place < text.count, text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "+") {
      isNegative = text[place] == UInt8(ascii: "-")
      place += 1
    }
    var value = 0
    while place < text.count {
      value = min(value * 10 + Int(text[place] &- UInt8(ascii: "0")), 1 << 40)
      place += 1
    }
    return isNegative ? -value : value
  }

  /// The nearest double; `nil` if it is out of range, or would be zero although the number is not.
  @inline(__always)
  var double: Double? {
    if digits <= 1 << 53, !isCut, -22...22 ~= exponent {
      // Both operands are exact, so the one rounding gives the nearest double (Clinger's fast path).
      let magnitude = Double(digits)
      let power = DecimalScale.exactPowers[abs(exponent)]
      let value = exponent < 0 ? magnitude / power : magnitude * power
      return isNegative ? -value : value
    }
    return scaledDouble
  }

  private var scaledDouble: Double? { scaled(by: .double, Double.init(bitPattern:)) }

  /// The nearest float, rounded once; nil as for ``double``.
  var float: Float? { scaled(by: .float) { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) } }

  @inline(__always)
  private func scaled<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    by scale: DecimalScale,
    _ make: (UInt64) -> Number
  ) -> Number? {
    guard digits > 0 else { return isNegative ? -Number.zero : 0 }
    let value: Number
    if let bits = scale.bits(digits, exponent), !isCut || scale.bits(digits + 1, exponent) == bits {
      value = make(bits)
    } else {
      guard let read = Number(text) else { return nil }
      value = read.magnitude
    }
    guard value.isFinite, value > 0 else { return nil }
    return isNegative ? -value : value
  }

  private var text: String { JSONStringText.plain(start, count) }
}
