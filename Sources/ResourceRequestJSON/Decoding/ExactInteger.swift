// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads integers of any width, also those written with a point or an exponent, without a double in between.
enum ExactInteger {
  /// The value of a JSON number; `nil` if it is not an integer or does not fit.
  ///
  /// `1.0`, `1e2` and `9007199254740993.0` are integers, `1.0000000000000001` is not.
  static func value<Value: FixedWidthInteger>(_ type: Value.Type, of text: UnsafeBufferPointer<UInt8>) -> Value? {
    var digits = Digits(text)
    guard digits.dropZeros() else { return nil }
    var value: Value = 0
    for digit in digits.all {
      guard append(Value(truncatingIfNeeded: digit), to: &value, digits.isNegative) else { return nil }
    }
    // At most as many as the type has digits: more overflow, unless the value is 0.
    guard value != 0 else { return 0 }
    for _ in 0..<digits.zeros {
      guard append(0, to: &value, digits.isNegative) else { return nil }
    }
    return value
  }

  private static func append<Value: FixedWidthInteger>(_ digit: Value, to value: inout Value, _ isNegative: Bool)
    -> Bool
  {
    let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) =
      isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
    value = sum
    return !overflow && !carry
  }

  /// The significant digits of a number, and the number of zeros after them.
  private struct Digits {
    var all: [UInt8] = []
    var zeros = 0
    let isNegative: Bool

    init(_ text: UnsafeBufferPointer<UInt8>) {
      isNegative = text.first == UInt8(ascii: "-")
      var isFraction = false
      var place = isNegative ? 1 : 0
      while place < text.count, text[place] | 0x20 != UInt8(ascii: "e") {
        if text[place] == UInt8(ascii: ".") {
          isFraction = true
        } else {
          all.append(text[place] &- UInt8(ascii: "0"))
          if isFraction { zeros -= 1 }
        }
        place += 1
      }
      if place < text.count { zeros += DecimalText.exponent(text, from: place + 1) }
    }

    /// Whether all digits are left of the point; those right of it are zeros then, and are dropped.
    mutating func dropZeros() -> Bool {
      while all.last == 0 {
        all.removeLast()
        zeros += 1
      }
      return all.isEmpty || zeros >= 0
    }
  }
}
