// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Dates in HTTP fields (RFC 9110 §5.6.7), as seconds since 1970-01-01T00:00:00Z.
enum HTTPDate {
  /// Reads any of the three forms a recipient must know; `nil` for anything else.
  ///
  /// The name of the weekday must be one but is not compared with the date. `now`, in seconds since 1970, tells which
  /// century the two-digit year of the RFC 850 form is in: no date lies more than 50 years ahead.
  static func parse(_ text: some StringProtocol, now: Int64) -> Int64? {
    text.withUTF8Bytes { bytes in
      var scanner = HTTPDateScanner(bytes)
      let trimmed = scanner.skipWeekday()
      switch trimmed {
      case .short where scanner.skip(", "): return scanner.internetMessageDate()
      case .long where scanner.skip(", "): return scanner.rfc850Date(now: now)
      case .short where scanner.skip(" "): return scanner.asctimeDate()
      default: return nil
      }
    }
  }

  /// Writes the one form to be sent, `Sun, 06 Nov 1994 08:49:37 GMT`; years beyond 0...9999 end at their limit.
  static func format(_ seconds: Int64) -> String {
    let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = CivilDate.floorDivide(clamped, 86_400)
    let time = clamped - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    return String(unsafeUninitializedCapacity: 29) { buffer in
      var writer = ByteWriter(buffer)
      func appendNumber(_ value: Int64, digits: Int) {
        var divisor: Int64 = digits == 4 ? 1000 : 10
        while divisor > 0 {
          writer.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
          divisor /= 10
        }
      }
      // 1970-01-01 was a Thursday.
      writer.append(weekdays[Int(((days + 4) % 7 + 7) % 7)].prefix(3))
      writer.append(", ")
      appendNumber(date.day, digits: 2)
      writer.append(" ")
      writer.append(months[Int(date.month) - 1])
      writer.append(" ")
      appendNumber(date.year, digits: 4)
      for (separator, part) in [(" ", time / 3600), (":", time / 60 % 60), (":", time % 60)] {
        writer.append(separator)
        appendNumber(part, digits: 2)
      }
      writer.append(" GMT")
      return writer.count
    }
  }

  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
