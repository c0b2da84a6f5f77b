// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Scans the text of an HTTP date.
struct HTTPDateScanner {
  enum Weekday {
    case short
    case long
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

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
      text.utf8.elementsEqual(bytes[index..<index + count], by: { Self.lowercased($0) == Self.lowercased($1) })
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
    let thisYear = CivilDate(daysSinceEpoch: CivilDate.floorDivide(now, 86_400)).year
    var year = CivilDate.floorDivide(thisYear, 100) * 100 + shortYear
    if year > thisYear + 50 { year -= 100 }
    if year <= thisYear - 50 { year += 100 }
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

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
