// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Numbers as HTTP writes them: digits and nothing else (RFC 9110 §8.6).
enum DecimalDigits {
  /// The number; `nil` where there is a sign, a blank or nothing, or more than an `Int` holds.
  static func value(_ bytes: some Collection<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var value = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int(digit))
      guard !isTooLarge, !overflows else { return nil }
      value = sum
    }
    return value
  }
}
