// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Scales digits by a power of ten to the nearest binary number: the method of Eisel and Lemire.
///
/// D. Lemire, "Number parsing at a gigabyte per second" (2021), with N. Mushtak's proof that it needs no fallback for up to
/// nineteen digits (2022). The names of the constants are the paper's.
struct DecimalScale {
  /// The bits of the significand that are stored.
  let significandBits: Int
  let minimumExponent: Int
  /// The exponents whose products can lie midway between two numbers.
  let tieExponents: ClosedRange<Int>
  let infinitePower: Int
  /// Powers of ten outside give zero or infinity, whatever the digits.
  let exponents: ClosedRange<Int>

  static let double = DecimalScale(
    significandBits: 52,
    minimumExponent: -1023,
    tieExponents: -4...23,
    infinitePower: 0x7FF,
    exponents: -342...308
  )

  static let float = DecimalScale(
    significandBits: 23,
    minimumExponent: -127,
    tieExponents: -17...10,
    infinitePower: 0xFF,
    exponents: -64...38
  )

  /// The bits of the nearest number, which may be zero's or infinity's.
  func bits(_ digits: UInt64, _ exponent: Int) -> UInt64? {
    guard digits > 0, exponent >= exponents.lowerBound else { return 0 }
    let infinity = UInt64(infinitePower) << UInt64(significandBits)
    guard exponent <= exponents.upperBound else { return infinity }
    let zeros = digits.leadingZeroBitCount
    let (high, low) = product(digits << UInt64(zeros), exponent)
    let upperBit = Int(high >> 63)
    let shift = upperBit + 64 - significandBits - 3
    var significand = high >> UInt64(shift)
    var power = ((152_170 + 65536) * exponent) >> 16 + 63 + upperBit - zeros - minimumExponent
    if power <= 0 {
      guard 1 - power < 64 else { return 0 }
      significand >>= UInt64(1 - power)
      significand += significand & 1
      significand >>= 1
      // Rounding may have made it a normal number, whose exponent is the bit that is carried.
      return significand
    }
    if low <= 1, tieExponents.contains(exponent), significand & 3 == 1, significand << UInt64(shift) == high {
      significand &= ~1
    }
    significand += significand & 1
    significand >>= 1
    if significand >= 2 << UInt64(significandBits) {
      significand = 1 << UInt64(significandBits)
      power += 1
    }
    guard power < infinitePower else { return infinity }
    return significand & ~(1 << UInt64(significandBits)) | UInt64(power) << UInt64(significandBits)
  }

  /// The upper bits of the product with a power of five, computed with the second half of the power only if it can
  /// matter.
  private func product(_ digits: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
    let place = 2 * (exponent + 342)
    var (high, low) = digits.multipliedFullWidth(by: powersOfFive[place])
    let mask = UInt64.max >> UInt64(significandBits + 3)
    if high & mask == mask {
      let second = digits.multipliedFullWidth(by: powersOfFive[place + 1]).high
      let (sum, carry) = low.addingReportingOverflow(second)
      low = sum
      if carry { high += 1 }
    }
    return (high, low)
  }

  /// The powers of ten that a double holds exactly.
  static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
