// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses and formats amounts with units: `3s`, `250ms`, `64MiB`.
enum AmountText {
  /// A share in percent, of any number that a program may set.
  static func percent(_ share: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Int {
    share > 0 ? Int((min(share, 1) * 100).rounded(rule)) : 0
  }

  /// A share in percent, without what binary fractions add to it.
  static func exactPercent(_ share: Double) -> Double { (share * 1e11).rounded() / 1e9 }

  /// A number without its fraction, of any number that a program may set.
  static func whole(_ number: Double) -> Int {
    number.isNaN ? 0 : Int(exactly: number.rounded(.down)) ?? (number < 0 ? .min : .max)
  }

  /// The reason why an amount is refused, as a phrase.
  struct Refused: Error, Sendable, Hashable {
    let reason: String
  }

  /// The word for no limit.
  static let unlimited = "none"

  /// Parses a duration with a unit.
  static func duration(_ text: String) throws(Refused) -> Duration {
    if text == unlimited { return .longest }
    guard let (number, unit) = split(text) else { throw Refused(reason: "not a time") }
    if unit.isEmpty { return try duration(withoutUnit: number) }
    guard let milliseconds = millisecondsOfUnit[ExactText(unit)] else { throw Refused(reason: "not a time") }
    return try duration(milliseconds: number * milliseconds)
  }

  /// Refuses a number without a unit.
  static func duration(withoutUnit number: Double) throws(Refused) -> Duration {
    // Faults that any unit would have are reported first.
    _ = try duration(milliseconds: number)
    let text = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    throw Refused(reason: "\(text) has no unit (\"\(text)s\" or \"\(text)ms\"?)")
  }

  /// Makes a duration from milliseconds.
  static func duration(milliseconds: Double) throws(Refused) -> Duration {
    let nanoseconds = (milliseconds * 1_000_000).rounded()
    if milliseconds < 0 { throw Refused(reason: "a time cannot be negative") }
    guard nanoseconds >= 1 else {
      throw Refused(reason: "a time of zero")
    }
    guard nanoseconds < 9e18 else {
      throw Refused(reason: "the time is longer than 285 years; \"none\" means without a limit")
    }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Parses a number of bytes.
  static func byteCount(_ text: String) throws(Refused) -> Int {
    if text == unlimited { return .max }
    guard let (number, unit) = split(text), let bytes = unit.isEmpty ? 1 : bytesOfUnit[ExactText(unit)] else {
      throw Refused(reason: "not a size")
    }
    return try byteCount(number * bytes)
  }

  /// Validates a whole, positive number of bytes.
  static func byteCount(_ number: Double) throws(Refused) -> Int {
    guard number >= 1 else { throw Refused(reason: "a limit must be at least 1 byte; \"none\" means without a limit") }
    guard number < 9e18 else { throw Refused(reason: "the limit is too large; \"none\" means without a limit") }
    // A decimal fraction of a unit may be a whole number that no product of binary ones is.
    let whole = number.rounded()
    guard abs(number - whole) <= 2 * number.ulp else { throw Refused(reason: "not a whole number of bytes") }
    return Int(whole)
  }

  /// Whether a text is digits, or digits, a point and digits.
  static func isPlainNumber(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy(DecimalDigits.areAll)
  }

  /// The shortest text of a limit that parses to the same value.
  static func text(_ timeout: Timeout) -> String { text(timeout.length) }

  /// The shortest text of a duration that parses to the same value.
  static func text(_ duration: Duration) -> String {
    if duration >= .longest { return unlimited }
    let duration = duration.clamped
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return "\(seconds)s" }
    // Only code can make a negative duration, which has no text.
    guard duration > .zero else { return duration.description }
    let (milliseconds, nanoseconds) = (attoseconds / 1_000_000_000).quotientAndRemainder(dividingBy: 1_000_000)
    var fraction = String(1_000_000 + nanoseconds).dropFirst()
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return "\(seconds * 1000 + milliseconds)\(fraction.isEmpty ? "" : ".")\(fraction)ms"
  }

  /// A duration as people write it: minutes, where it is several.
  static func spelled(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    guard duration < .longest, attoseconds == 0, seconds > 60, seconds % 60 == 0 else { return text(duration) }
    return "\(seconds / 60)m"
  }

  /// A number of bytes as a document says it.
  static func shown(bytes: Int) -> JSON { bytes == .max ? .string(unlimited) : JSON(bytes) }

  /// A number of bytes as people write it: with the largest binary unit that divides it.
  static func spelled(bytes: Int) -> JSON {
    if bytes == .max { return .string(unlimited) }
    for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] where bytes % size == 0 {
      return .string("\(bytes / size)\(unit)")
    }
    return JSON(bytes)
  }

  private static let millisecondsOfUnit = exact(["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000])

  private static let bytesOfUnit = exact([
    "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ])

  /// Other letters than these are no units, also where Unicode calls them equivalent.
  private static func exact(_ units: KeyValuePairs<String, Double>) -> [ExactText: Double] {
    Dictionary(uniqueKeysWithValues: units.map { (ExactText($0.key), $0.value) })
  }

  /// Splits a text into a decimal number and its unit, with or without a space between.
  private static func split(_ text: String) -> (Double, String)? {
    let isNumeric: (UInt8) -> Bool = { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    let sign = text.utf8.prefix { $0 == UInt8(ascii: "-") }.prefix(1)
    let digits = text.utf8.dropFirst(sign.count).prefix(while: isNumeric)
    guard let first = digits.first, let last = digits.last, first != UInt8(ascii: "."), last != UInt8(ascii: "."),
      let number = Double(String(Substring(digits))), number.isFinite
    else { return nil }
    var unit = Substring(text.utf8.dropFirst(sign.count + digits.count))
    if unit.utf8.first == UInt8(ascii: " "), unit.utf8.count > 1 { unit = unit.dropFirst() }
    return (sign.isEmpty ? number : -number, String(unit))
  }
}
