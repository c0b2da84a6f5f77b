// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Functions that give the same bits on every machine.
///
/// The C library's functions may differ in the last bit from one library to the next. These use only additions,
/// multiplications, divisions and square roots, which IEEE 754 defines exactly.
enum PortableMath {
  private static let ln2 = 0.693147180559945309417232121458

  /// The natural logarithm of a positive number.
  static func ln(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var fraction = value.significand
    if fraction > 1.4142135623730951 {
      fraction /= 2
      exponent += 1
    }
    // ln(f) = 2 atanh((f − 1) / (f + 1)), whose argument is at most 0.172.
    let ratio = (fraction - 1) / (fraction + 1)
    let square = ratio * ratio
    var sum = 0.0
    for term in stride(from: 27, through: 1, by: -2) { sum = sum * square + 1 / Double(term) }
    return exponent * ln2 + 2 * ratio * sum
  }

  /// e to a power.
  static func exp(_ value: Double) -> Double {
    let twos = (value / ln2).rounded()
    guard abs(twos) < 1000 else { return value < 0 ? 0 : .infinity }
    let rest = value - twos * ln2
    var sum = 1.0
    for term in stride(from: 16, through: 1, by: -1) { sum = 1 + sum * rest / Double(term) }
    return Double(sign: .plus, exponent: Int(twos), significand: sum)
  }

  /// The value that a share of a standard normal distribution lies below.
  ///
  /// Acklam's rational approximation, exact to 1.2e-9.
  static func normalQuantile(_ share: Double) -> Double {
    let tail = 0.02425
    if share < tail { return normalTail((-2 * ln(share)).squareRoot()) }
    if share > 1 - tail { return -normalTail((-2 * ln(1 - share)).squareRoot()) }
    let offset = share - 0.5
    let square = offset * offset
    return polynomial(centreNumerator, square) * offset / (polynomial(centreDenominator, square) * square + 1)
  }

  private static func normalTail(_ value: Double) -> Double {
    polynomial(tailNumerator, value) / (polynomial(tailDenominator, value) * value + 1)
  }

  private static func polynomial(_ coefficients: [Double], _ value: Double) -> Double {
    coefficients.reduce(0) { $0 * value + $1 }
  }

  private static let centreNumerator = [
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
    -3.066479806614716e+01, 2.506628277459239e+00,
  ]
  private static let centreDenominator = [
    -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
    -1.328068155288572e+01,
  ]
  private static let tailNumerator = [
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
    4.374664141464968e+00, 2.938163982698783e+00,
  ]
  private static let tailDenominator = [
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00,
  ]
}
