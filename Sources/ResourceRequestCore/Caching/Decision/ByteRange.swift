// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One range of bytes, as in `Range` (RFC 9110 §14.1.2).
package enum ByteRange: Sendable, Hashable {
  case from(Int)
  case between(Int, Int)
  case last(Int)

  /// Reads the field's value; `nil` for several ranges, other units, and malformed values.
  package init?(_ text: String) {
    guard let colon = text.trimmingBlanks().lowercasedASCII().dropping(prefix: "bytes=") else { return nil }
    let (first, last) = colon.trimmingBlanks().cut(atByte: "-")
    guard let last else { return nil }
    switch (first.isEmpty, last.isEmpty) {
    case (false, true):
      guard let start = DecimalDigits.bounded(first.utf8) else { return nil }
      self = .from(start)
    case (false, false):
      guard let start = DecimalDigits.bounded(first.utf8), let end = DecimalDigits.bounded(last.utf8), start <= end
      else { return nil }
      self = .between(start, end)
    case (true, false):
      guard let count = DecimalDigits.bounded(last.utf8) else { return nil }
      self = .last(count)
    case (true, true): return nil
    }
  }

  /// The requested positions in a body of this length; `nil` if there are none (RFC 9110 §15.5.17).
  package func places(of count: Int) -> Range<Int>? {
    switch self {
    case .from(let start): return start < count ? start..<count : nil
    case .between(let start, let end): return start < count ? start..<(min(end, count - 1) + 1) : nil
    case .last(let length): return length > 0 && count > 0 ? max(0, count - length)..<count : nil
    }
  }
}
