// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// A condition under which the benchmark fails, such as `p99>50ms`.
struct BenchCondition: Sendable, Hashable {
  private enum Measure: Hashable {
    case quantile(Double)
    case mean
    case errors
    case errorShare
    case rate
  }

  /// The condition as written.
  let text: String
  private let measure: Measure
  private let comparison: String
  /// The bound in seconds, as a share, or as a number.
  private let bound: Double

  /// Reads a condition: `p50` to `p99.99`, `max` and `mean` take a time, `errors` a number or a percentage, `rate` a
  /// number.
  ///
  /// - Throws: an error that says what to write.
  init(_ text: String) throws {
    self.text = text
    let form = "write it as p99>50ms, max>1s, mean>20ms, errors>0, errors>1% or rate<500"
    let name = text.prefix { !"<>=".contains($0) }
    let comparison = text[name.endIndex...].prefix { "<>=".contains($0) }
    let value = String(text[comparison.endIndex...].drop { $0 == " " })
    guard ["<", "<=", ">", ">="].contains(comparison) else { throw ValidationError("--fail-if \(text): \(form)") }
    self.comparison = String(comparison)
    let trimmed = name.filter { $0 != " " }
    switch trimmed {
    case "errors" where value.hasSuffix("%"):
      measure = .errorShare
      bound = try Self.number(value.dropLast(), text, form) / 100
    case "errors", "rate":
      measure = trimmed == "rate" ? .rate : .errors
      bound = try Self.number(value[...], text, form)
    default:
      if trimmed == "mean" {
        measure = .mean
      } else if trimmed == "max" {
        measure = .quantile(1)
      } else if trimmed.first == "p", let percent = Double(trimmed.dropFirst()), percent > 0, percent <= 100 {
        measure = .quantile(percent / 100)
      } else {
        throw ValidationError("--fail-if \(text): \(form)")
      }
      bound = BenchSummary.seconds(try TimeLimit.parse(value))
    }
  }

  /// Whether the condition holds, so that the benchmark fails.
  func holds(for summary: BenchSummary) -> Bool {
    let value = value(in: summary)
    return switch comparison {
    case "<": value < bound
    case "<=": value <= bound
    case ">": value > bound
    default: value >= bound
    }
  }

  /// The value that was compared, with its unit.
  func found(in summary: BenchSummary) -> String {
    let value = value(in: summary)
    return switch measure {
    case .quantile, .mean: String(value * 1000, decimals: 2) + " ms"
    case .errors: "\(summary.tally.errors) of \(summary.tally.calls) calls"
    case .errorShare: String(value * 100, decimals: 2) + " %"
    case .rate: String(value, decimals: 1) + " a second"
    }
  }

  private func value(in summary: BenchSummary) -> Double {
    switch measure {
    case .quantile(let share): BenchSummary.seconds(summary.quantile(share))
    case .mean: BenchSummary.seconds(summary.mean)
    case .errors: Double(summary.tally.errors)
    case .errorShare: summary.errorShare
    case .rate: summary.rate
    }
  }

  private static func number(_ text: Substring, _ whole: String, _ form: String) throws -> Double {
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw ValidationError("--fail-if \(whole): \(form)")
    }
    return number
  }
}
