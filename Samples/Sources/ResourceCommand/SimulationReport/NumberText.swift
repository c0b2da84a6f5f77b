// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Numbers as people read them.
enum NumberText {
  /// A number with `places` decimal places.
  static func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    let scaled = Int((abs(value) * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + grouped(scaled) }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.utf8.count)
    return "\(sign)\(grouped(scaled / Int(scale))).\(zeros)\(fraction)"
  }

  /// The nearest integer; that of any number, since a report may have been read from anywhere.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }

  /// An integer with a comma at every thousand.
  static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  /// A time in milliseconds, in three digits or so: `8.31 ms`, `412 ms`, `1.20 s`.
  static func time(_ milliseconds: Double?) -> String {
    guard let milliseconds else { return "–" }
    if milliseconds >= 99_950 { return fixed(milliseconds / 1000, 0) + " s" }
    if milliseconds >= 999.5 { return fixed(milliseconds / 1000, milliseconds < 9_995 ? 2 : 1) + " s" }
    return fixed(milliseconds, milliseconds < 9.995 ? 2 : milliseconds < 99.95 ? 1 : 0) + " ms"
  }

  /// A share: 99.95 % is not shown as 100 %.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let share = Double(part) / Double(whole) * 100
    let text = fixed(share, 2)
    return (part < whole && text == "100.00" ? "99.99" : text) + " %"
  }
}
