// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Dates in HTTP fields (RFC 9110 §5.6.7), as seconds since 1970-01-01T00:00:00Z.
package enum HTTPDate {
  /// The start of 2000, around which a year of two digits is placed where no clock is read.
  package static var withoutClock: Int64 { 946_684_800 }

  /// Parses the three forms that a recipient must accept; `nil` for anything else.
  ///
  /// The weekday must be valid but is not compared with the date. `now`, in seconds since 1970, selects the century of
  /// a two-digit year (RFC 850 form): no date is more than 50 years ahead.
  package static func parse(_ text: some StringProtocol, now: Int64) -> Int64? {
    text.withUTF8Bytes { bytes in
      if let seconds = asSent(bytes) { return seconds }
      var scanner = HTTPDateScanner(bytes: bytes)
      let trimmed = scanner.skipWeekday()
      switch trimmed {
      case .short where scanner.skip(", "): return scanner.internetMessageDate()
      case .long where scanner.skip(", "): return scanner.rfc850Date(now: now)
      case .short where scanner.skip(" "): return scanner.asctimeDate()
      default: return nil
      }
    }
  }

  /// Formats the preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`; years are limited to 0...9999.
  package static func format(_ seconds: Int64) -> String {
    let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = CivilDate.floorDivide(clamped, 86_400)
    let time = clamped - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    return String(unsafeUninitializedCapacity: 29) { buffer in
      var writer = ByteWriter(buffer)
      // 1970-01-01 was a Thursday.
      writer.append(shortWeekdays, Int(((days + 4) % 7 + 7) % 7))
      writer.append(UInt8(ascii: ","))
      writer.append(date.day, after: " ")
      writer.append(UInt8(ascii: " "))
      writer.append(shortMonths, Int(date.month) - 1)
      writer.append(date.year / 100, after: " ")
      writer.append(date.year % 100)
      writer.append(time / 3600, after: " ")
      writer.append(time / 60 % 60, after: ":")
      writer.append(time % 60, after: ":")
      for byte in " GMT".utf8 { writer.append(byte) }
      return writer.count
    }
  }

  /// Parses the preferred form in its usual case, which nearly all dates have; `nil` for all others.
  private static func asSent(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    // Sun, 06 Nov 1994 08:49:37 GMT
    guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[4] == 0x20, bytes[7] == 0x20, bytes[11] == 0x20,
      bytes[16] == 0x20, bytes[19] == UInt8(ascii: ":"), bytes[22] == UInt8(ascii: ":"), bytes[25] == 0x20,
      bytes[26] == UInt8(ascii: "G"), bytes[27] == UInt8(ascii: "M"), bytes[28] == UInt8(ascii: "T"),
      place(of: bytes, 0, in: shortWeekdays, 7) != nil, let month = place(of: bytes, 8, in: shortMonths, 12),
      let day = number(bytes, 5), let century = number(bytes, 12), let year = number(bytes, 14),
      let hour = number(bytes, 17), hour < 24, let minute = number(bytes, 20), minute < 60,
      // 60 is a leap second.
      let second = number(bytes, 23), second <= 60,
      let date = CivilDate(year: century * 100 + year, month: Int64(month + 1), day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// The two-digit number at an index.
  @inline(__always)
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int64? {
    let (tens, ones) = (bytes[place] &- UInt8(ascii: "0"), bytes[place + 1] &- UInt8(ascii: "0"))
    return tens < 10 && ones < 10 ? Int64(tens * 10 + ones) : nil
  }

  /// The index of the three-letter name at an offset.
  @inline(__always)
  private static func place(
    of bytes: UnsafeBufferPointer<UInt8>,
    _ start: Int,
    in names: StaticString,
    _ count: Int
  ) -> Int? {
    let names = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
    return (0..<count).first { index in
      names[index * 3] == bytes[start] && names[index * 3 + 1] == bytes[start + 1]
        && names[index * 3 + 2] == bytes[start + 2]
    }
  }

  private static var shortWeekdays: StaticString { "SunMonTueWedThuFriSat" }
  private static var shortMonths: StaticString { "JanFebMarAprMayJunJulAugSepOctNovDec" }
  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension ByteWriter {
  /// Appends a number below 100 as two digits.
  fileprivate mutating func append(_ number: Int64, after separator: Unicode.Scalar? = nil) {
    if let separator { append(UInt8(truncatingIfNeeded: separator.value)) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends one of several three-letter names.
  fileprivate mutating func append(_ names: StaticString, _ index: Int) {
    let names = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
    append(UnsafeBufferPointer(rebasing: names[index * 3..<index * 3 + 3]))
  }
}

/// The `Retry-After` field (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// The wait from `now`, in seconds since 1970; `nil` if the value is neither seconds nor a date.
  ///
  /// A past date is a wait of zero. The server's value is not limited here.
  package static func wait(_ value: String, now: Int64) -> Duration? {
    // A number that overflows is longer than any useful wait.
    if let seconds = DecimalDigits.bounded(value.utf8) { return .seconds(min(seconds, Int(Int32.max))) }
    return HTTPDate.parse(value, now: now).map { .seconds(max(0, $0 - now)) }
  }
}

/// Scans the text of an HTTP date.
struct HTTPDateScanner {
  enum Weekday {
    case short
    case long
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  /// Skips the name of a weekday and returns its form.
  mutating func skipWeekday() -> Weekday? {
    for name in HTTPDate.weekdays {
      if skip(name) { return .long }
      if skip(name.prefix(3)) { return .short }
    }
    return nil
  }

  /// Skips a text if it follows, ignoring case.
  mutating func skip(_ text: some StringProtocol) -> Bool {
    let count = text.utf8.count
    guard bytes.count - index >= count,
      text.utf8.elementsEqual(
        bytes[index..<index + count],
        by: { FieldCharacters.lowercased($0) == FieldCharacters.lowercased($1) }
      )
    else { return false }
    index += count
    return true
  }

  /// Scans the preferred form after the weekday: `06 Nov 1994 08:49:37 GMT`.
  mutating func internetMessageDate() -> Int64? {
    guard let day = number(digits: 2), skip(" "), let month = month(), skip(" "), let year = number(digits: 4),
      skip(" "), let time = time(), skip(" GMT")
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// Scans the form of RFC 850 after the weekday: `06-Nov-94 08:49:37 GMT`.
  mutating func rfc850Date(now: Int64) -> Int64? {
    guard let day = number(digits: 2), skip("-"), let month = month(), skip("-"), let shortYear = number(digits: 2),
      skip(" "), let time = time(), skip(" GMT")
    else { return nil }
    let days = CivilDate.floorDivide(now, 86_400)
    let today = CivilDate(daysSinceEpoch: days)
    let thisYear = today.year
    var year = CivilDate.floorDivide(thisYear, 100) * 100 + shortYear
    if year > thisYear + 50 { year -= 100 }
    if year <= thisYear - 50 { year += 100 }
    // Later in that year than now in this one, it is more than 50 years ahead.
    if year == thisYear + 50, (month, day, time) > (today.month, today.day, now - days * 86_400) { year -= 100 }
    return seconds(year, month, day, time)
  }

  /// Scans the form of C's asctime after the weekday: `Nov  6 08:49:37 1994`.
  mutating func asctimeDate() -> Int64? {
    guard let month = month(), skip(" ") else { return nil }
    guard let day = skip(" ") ? number(digits: 1) : number(digits: 2), skip(" "), let time = time(), skip(" "),
      let year = number(digits: 4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  private mutating func month() -> Int64? {
    for (index, name) in HTTPDate.months.enumerated() where skip(name) { return Int64(index + 1) }
    return nil
  }

  private mutating func time() -> Int64? {
    // 60 is a leap second.
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60, skip(":"),
      let second = number(digits: 2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private mutating func number(digits: Int) -> Int64? {
    guard bytes.count - index >= digits else { return nil }
    var value: Int64 = 0
    for byte in bytes[index..<index + digits] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    index += digits
    return value
  }

  /// The date in seconds; `nil` unless the text ends here.
  private func seconds(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) -> Int64? {
    guard index == bytes.count, let date = CivilDate(year: year, month: month, day: day) else { return nil }
    return date.daysSinceEpoch * 86_400 + time
  }
}
