// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A date and a time of day in the Gregorian calendar, without a formatter.
package struct CivilTime: Hashable {
  let date: CivilDate
  let hour: Int64
  let minute: Int64
  let second: Int64

  /// The time so many seconds after 1970-01-01 00:00:00.
  package init(secondsSince1970 seconds: Int64) {
    let days = CivilDate.floorDivide(seconds, 86_400)
    let time = seconds - days * 86_400
    date = CivilDate(daysSinceEpoch: days)
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60
  }

  /// `yyyyMMddHHmmss`.
  package var compact: String {
    CivilTime.digits(date.year, 4)
      + [date.month, date.day, hour, minute, second].map { CivilTime.digits($0, 2) }.joined()
  }

  /// `yyyy-MM-ddTHH:mm:ss.SSSZ` (RFC 3339).
  ///
  /// - Parameter milliseconds: those behind the second.
  /// - Returns: the text.
  func timestamp(milliseconds: Int64) -> String {
    let digits = CivilTime.digits
    return
      "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T\(digits(hour, 2)):\(digits(minute, 2))"
      + ":\(digits(second, 2)).\(digits(milliseconds, 3))Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension Date {
  /// Seconds since 1970, rounded down and limited to ten million years; an invalid date is the limit or zero.
  ///
  /// A custom clock may return any date, and a conversion that overflows traps.
  package var wholeSeconds: Int64 {
    let seconds = timeIntervalSince1970.rounded(.down)
    return seconds.isNaN ? 0 : Int64(max(-3e14, min(3e14, seconds)))
  }

  /// Milliseconds since 1970, rounded down, with the same limits.
  ///
  /// To microseconds first: a `Date` counts from 2001, and a whole millisecond may come out as a little less.
  package var wholeMilliseconds: Int64 {
    let seconds = timeIntervalSince1970
    return seconds.isNaN ? 0 : Int64(((max(-3e14, min(3e14, seconds)) * 1e6).rounded() / 1000).rounded(.down))
  }

  /// `yyyy-MM-ddTHH:mm:ss.SSSZ` (RFC 3339).
  package var timestamp: String {
    let milliseconds = wholeMilliseconds
    let seconds = CivilDate.floorDivide(milliseconds, 1000)
    return CivilTime(secondsSince1970: seconds).timestamp(milliseconds: milliseconds - seconds * 1000)
  }
}
