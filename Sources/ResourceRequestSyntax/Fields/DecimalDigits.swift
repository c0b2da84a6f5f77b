// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Numbers as HTTP and URLs write them: digits and nothing else (RFC 9110 §8.6).
///
/// Swift's own `Int(text)` takes a sign too, in which readers of the same text differ.
@usableFromInline
package enum DecimalDigits {
  /// The number; `nil` if there is a sign, a blank or nothing, or more than an `Int` can represent.
  @inlinable
  package static func value(_ bytes: some Collection<UInt8>) -> Int? {
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

  /// The number, or the largest `Int` if it has too many digits; `nil` for text other than digits.
  @inlinable
  package static func bounded(_ bytes: some Collection<UInt8>) -> Int? {
    areAll(bytes) ? value(bytes) ?? .max : nil
  }

  /// Whether the text is digits only, at least one.
  @inlinable
  package static func areAll(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }
}
