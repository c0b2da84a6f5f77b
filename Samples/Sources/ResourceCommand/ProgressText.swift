// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// The progress of a transfer, as text and as a bar.
struct ProgressText {
  let completed: Int
  /// The total size; `nil` if unknown.
  let total: Int?
  /// Bytes per second; `nil` if not known yet.
  let rate: Double?

  /// Percentage, sizes, rate and time left; unknown values are left out.
  var line: String {
    ([percent] + amounts).compactMap(\.self).joined(separator: "  ")
  }

  /// The line with a bar in it, no wider than the terminal.
  func bar(width: Int) -> String {
    guard let total, let percent else { return String(line.prefix(width)) }
    let amounts = amounts.joined(separator: "  ")
    // The columns around the bar: percentage, brackets, blanks, and the last column, which stays empty.
    let room = min(width - percent.count - amounts.count - 6, 40)
    guard room >= 5 else { return String(line.prefix(width - 1)) }
    let filled = total > 0 ? Int(Double(room) * min(1, Double(completed) / Double(total))) : room
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
    return "\(percent) [\(bar)]  \(amounts)"
  }

  private var percent: String? {
    guard let total else { return nil }
    let part = total > 0 ? Int(100 * min(1, Double(completed) / Double(total))) : 100
    return "\(String(repeating: " ", count: part < 10 ? 2 : part < 100 ? 1 : 0))\(part)%"
  }

  private var amounts: [String] {
    let sizes = Self.size(Double(completed)) + (total.map { " of " + Self.size(Double($0)) } ?? "")
    guard let rate else { return [sizes] }
    let left = total.flatMap { $0 > completed && rate >= 1 ? Self.time(Double($0 - completed) / rate) + " left" : nil }
    return [sizes, Self.size(rate) + "/s"] + (left.map { [$0] } ?? [])
  }

  /// Formats a number of bytes with its unit.
  static func size(_ bytes: Double) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    // Compared after rounding, to avoid "1000.0 kB".
    guard bytes >= 999.5 else { return "\(Int(bytes.rounded())) B" }
    var value = bytes / 1000
    var unit = 0
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return String(value, decimals: 1) + " " + units[unit]
  }

  /// Formats a number of seconds.
  static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 359_999).rounded(.up))
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    let two = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
    if hours > 0 { return "\(hours):\(two(minutes % 60)):\(two(seconds % 60))" }
    return minutes > 0 ? "\(minutes):\(two(seconds % 60))" : "\(seconds) s"
  }
}
