// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// Reads durations such as `250ms`, `3s`, `1.5m`.
///
/// A number without a unit is rejected.
enum TimeLimit {
  /// Reads a duration.
  ///
  /// - Throws: an error that says what to write instead.
  static func parse(_ text: String) throws -> Duration {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    if !text.isEmpty, number.endIndex == text.endIndex, Double(number) != nil {
      throw ValidationError("\(text) has no unit: \(text)s or \(text)ms?")
    }
    let unit = milliseconds[String(text[number.endIndex...])]
    if unit != nil, Double(number) == 0 {
      throw ValidationError("\"\(text)\" is no time to wait; leave the option out for the standard limit")
    }
    guard let amount = Double(number), let unit, amount > 0 else {
      throw ValidationError("\"\(text)\" is not a time; write it as 250ms, 3s, 1m or 2h")
    }
    let nanoseconds = (amount * unit * 1_000_000).rounded()
    guard nanoseconds >= 1, nanoseconds < 9e18 else {
      throw ValidationError("\"\(text)\" is out of range; a time is between a nanosecond and 285 years")
    }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Formats a timeout for people.
  static func text(_ timeout: Timeout) -> String {
    guard let duration = timeout.duration else { return "none" }
    let (seconds, attoseconds) = duration.components
    guard attoseconds != 0 else { return "\(seconds)s" }
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return Int64(exactly: milliseconds).map { "\($0)ms" } ?? "\(milliseconds)ms"
  }

  private static let milliseconds: [String: Double] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
}
