// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// The position of a value in a panel, and the values labelled beside it.
struct ReportScale: Sendable {
  let top: Double
  let bottom: Double
  private let low: Double
  private let high: Double
  private let isLogarithmic: Bool
  /// The values to write.
  let marks: [Double]

  /// From zero to at least a value, in even steps.
  static func linear(to value: Double, top: Double, bottom: Double) -> ReportScale {
    // Beyond every number of calls; a quotient of two numbers of a report may be infinite.
    let value = value.isFinite ? min(value, 1e30) : 1
    var step = 1e-3
    var factors = [2.0, 2.5, 2.0]
    // Three to five steps of 1, 2 or 5 times a power of ten.
    while value / step > 4.5 {
      step *= factors[0]
      factors.append(factors.removeFirst())
    }
    let count = max(1, (value / step).rounded(.up))
    let marks = (0...Int(count)).map { Double($0) * step }
    return ReportScale(top: top, bottom: bottom, low: 0, high: step * count, isLogarithmic: false, marks: marks)
  }

  /// Powers of ten around the values.
  static func logarithmic(_ values: [Double], top: Double, bottom: Double) -> ReportScale {
    var low = 1.0
    var high = 10.0
    let values = values.filter { $0.isFinite && $0 < 1e30 }
    if let least = values.min(), let most = values.max() {
      while low > least, low > 1e-3 { low /= 10 }
      while low * 10 <= least { low *= 10 }
      high = low * 10
      while high < most { high *= 10 }
    }
    var marks = [low]
    while let last = marks.last, last < high { marks.append(last * 10) }
    return ReportScale(top: top, bottom: bottom, low: low, high: high, isLogarithmic: true, marks: marks)
  }

  /// The height of a value.
  func y(_ value: Double) -> Double {
    let share =
      isLogarithmic
      ? log(max(value, low) / low) / log(high / low) : (value - low) / max(high - low, 1e-9)
    return bottom - (bottom - top) * min(1, max(0, share))
  }
}
