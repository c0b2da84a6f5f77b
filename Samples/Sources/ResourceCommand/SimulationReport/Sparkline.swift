// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A row of small bars, one for each character.
enum Sparkline {
  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Draws values from zero to the highest; a missing value is blank.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - top: the value of a full bar; the largest one unless given.
  /// - Returns: the row.
  static func draw(_ values: [Double?], top: Double? = nil) -> String {
    let top = top ?? values.compactMap(\.self).max() ?? 0
    let columns = values.map { value -> String in
      guard let value else { return " " }
      guard top > 0 else { return bars[0] }
      return bars[min(7, max(0, NumberText.whole(value / top * 7)))]
    }
    return columns.joined()
  }

  /// Reduces a row to a maximum number of values by joining neighbours.
  static func fit<Element>(_ row: [Element], into columns: Int, _ join: (ArraySlice<Element>) -> Double?) -> [Double?] {
    let size = max(1, (row.count + columns - 1) / max(1, columns))
    return stride(from: 0, to: row.count, by: size).map { join(row[$0..<min($0 + size, row.count)]) }
  }
}
