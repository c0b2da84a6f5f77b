// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads the date and time of RFC 3339 §5.6, such as `2026-05-06T07:08:09.5+02:00`.
///
/// The offset may be `+0200` or `+02`, which Foundation's ISO 8601 style writes and takes too. As for Foundation, dates before
/// 15 October 1582 are those of the Julian calendar: `0001-01-01T00:00:00Z` is `Date.distantPast`.
package enum Timestamp {
  /// The seconds since 1970; `nil` if the text is none, or names a day or a time that does not exist.
  package static func seconds(of text: some Sequence<UInt8>) -> Double? {
    var rest = Array(text)[...]
    guard let year = digits(4, &rest), take("-", &rest), let month = digits(2, &rest), take("-", &rest),
      let day = digits(2, &rest), take("T", &rest) || take("t", &rest),
      let hour = digits(2, &rest), take(":", &rest), let minute = digits(2, &rest), take(":", &rest),
      let second = digits(2, &rest), let days = days(year, month, day),
      // A leap second is the first of the next minute, as POSIX counts.
      hour < 24, minute < 60, second <= 60,
      let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
    else { return nil }
    let whole = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return sum(whole, fraction)
  }

  /// The days since 1970; `nil` if there is no such day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (year, month, day) < (1582, 10, 15) else {
      return CivilDate(year: year, month: month, day: day)?.daysSinceEpoch
    }
    // A year whose number is divisible by four is a leap year, and 2000, which is for Gregory too, has its days.
    guard let date = CivilDate(year: 2000 + year % 4, month: month, day: day) else { return nil }
    let shift = (2000 - year + year % 4) / 4
    return date.daysSinceEpoch - shift * 1461 + 13
  }

  /// The sum by one division, so that milliseconds are exact.
  private static func sum(_ whole: Int64, _ fraction: ArraySlice<UInt8>) -> Double {
    // A double of today's seconds holds seven digits behind the point.
    let digits = fraction.prefix(9)
    let (parts, scale) = digits.reduce((Int128(0), Int128(1))) { sum, digit in
      (sum.0 * 10 + Int128(digit &- UInt8(ascii: "0")), sum.1 * 10)
    }
    return Double(Int128(whole) * scale + parts) / Double(scale)
  }

  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard take(".", &rest) else { return [] }
    let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? nil : digits
  }

  /// The seconds that the local time is ahead of UTC.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if take("Z", &rest) || take("z", &rest) { return 0 }
    let isBehind = take("-", &rest)
    guard isBehind || take("+", &rest), let hours = digits(2, &rest) else { return nil }
    let hasColon = take(":", &rest)
    let minutes = digits(2, &rest)
    guard hours < 24, minutes ?? 0 < 60, minutes != nil || !hasColon else { return nil }
    let seconds = hours * 3600 + (minutes ?? 0) * 60
    return isBehind ? -seconds : seconds
  }

  private static func take(_ byte: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 &- UInt8(ascii: "0")) }
  }
}
