// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses the dates of cookies leniently (RFC 6265 §5.1.1).
enum CookieDate {
  /// Parses a date to seconds since 1970-01-01T00:00:00Z; `nil` if it is invalid.
  static func parse(_ text: String) -> Int64? {
    var time: (Int64, Int64, Int64)?
    var day: Int64?
    var month: Int64?
    var year: Int64?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let (hour, minute, second) = time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
    guard year >= 1601, hour <= 23, minute <= 59, second <= 59,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The number at the start of a token, unless it has more digits; the rest of the token is ignored.
  private static func number(_ token: Substring.UTF8View.SubSequence, digits: ClosedRange<Int>) -> Int64? {
    let leading = token.prefix(while: isDigit)
    guard digits.contains(leading.count) else { return nil }
    return leading.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  private static func time(_ token: Substring.UTF8View.SubSequence) -> (Int64, Int64, Int64)? {
    let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2), parts[0].allSatisfy(isDigit),
      let minute = number(parts[1], digits: 1...2), parts[1].allSatisfy(isDigit),
      let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func month(_ token: Substring.UTF8View.SubSequence) -> Int64? {
    let name = token.prefix(3).map { $0 | 0x20 }
    return HTTPDate.months.firstIndex { $0.utf8.map { $0 | 0x20 } == name }.map { Int64($0) + 1 }
  }
}
