// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Formats and parses the remaining time in header fields.
///
/// Pure.
enum DeadlineText {
  /// Formats a time, rounded down, so that it is never more than is left.
  static func write(_ remaining: Duration, as format: DeadlinePolicy.Format) -> String {
    let milliseconds = max(0, min(remaining, .seconds(Int32.max)).wholeMilliseconds)
    switch format {
    case .milliseconds: return "\(milliseconds)"
    case .seconds:
      let fraction = String(1000 + milliseconds % 1000).dropFirst()
      return "\(milliseconds / 1000).\(fraction)"
    case .grpc:
      // At most eight digits: beyond a day in milliseconds, seconds will do.
      return milliseconds < 100_000_000 ? "\(milliseconds)m" : "\(min(99_999_999, milliseconds / 1000))S"
    }
  }

  /// Parses a time; `nil` if it is malformed.
  ///
  /// Anything above 292 years counts as 292 years.
  static func read(_ text: String, as format: DeadlinePolicy.Format) -> Duration? {
    switch format {
    case .milliseconds:
      return DecimalDigits.bounded(text.utf8).map { .milliseconds($0).clamped }
    case .seconds:
      let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.allSatisfy(DecimalDigits.areAll), let seconds = Double(text), seconds < 9e9 else { return nil }
      return .nanoseconds(Int64(seconds * 1e9))
    case .grpc:
      guard (2...9).contains(text.utf8.count), let unit = text.utf8.last,
        let number = DecimalDigits.value(text.utf8.dropLast())
      else { return nil }
      switch unit {
      case UInt8(ascii: "H"): return .seconds(number * 3600)
      case UInt8(ascii: "M"): return .seconds(number * 60)
      case UInt8(ascii: "S"): return .seconds(number)
      case UInt8(ascii: "m"): return .milliseconds(number)
      case UInt8(ascii: "u"): return .microseconds(number)
      case UInt8(ascii: "n"): return .nanoseconds(number)
      default: return nil
      }
    }
  }
}
