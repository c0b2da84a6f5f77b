// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The numbers of a benchmark.
struct BenchSummary {
  let tally: BenchTally
  let sorted: [Duration]
  let elapsed: Duration

  /// The time within which a share of the calls ended, by nearest rank; zero without calls.
  func quantile(_ share: Double) -> Duration {
    guard !sorted.isEmpty else { return .zero }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var mean: Duration { sorted.isEmpty ? .zero : sorted.reduce(.zero, +) / sorted.count }
  /// Calls per second.
  var rate: Double { elapsed > .zero ? Double(tally.calls) / BenchSummary.seconds(elapsed) : 0 }
  /// The share of the calls without a 2xx response.
  var errorShare: Double { tally.calls == 0 ? 0 : Double(tally.errors) / Double(tally.calls) }

  private static let shown: [(String, Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  /// The numbers for people, aligned.
  var text: String {
    var rows = [
      ("calls", "\(tally.calls) in \(Self.fixed(Self.seconds(elapsed), 2)) s, \(Self.fixed(rate, 1)) a second"),
      ("attempts", "\(tally.attempts)"),
      ("errors", "\(tally.errors) (\(Self.fixed(errorShare * 100, 2)) %)"),
      ("received", ProgressText.size(Double(tally.bytes))),
    ]
    rows += tally.statuses.sorted { $0.key < $1.key }.map { ("status \($0.key)", "\($0.value)") }
    rows += tally.failures.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    var times = Self.shown.map { ($0.0, MetricsTable.text(quantile($0.1))) } + [("mean", MetricsTable.text(mean))]
    let width = (rows + times).map(\.0.count).max() ?? 0
    let timeWidth = times.map(\.1.count).max() ?? 0
    times = times.map { ($0.0, String(repeating: " ", count: timeWidth - $0.1.count) + $0.1) }
    return (rows + times).map { $0.0.padded(to: width + 2) + $0.1 }
      .joined(separator: "\n")
  }

  /// The numbers for programs; times are in milliseconds.
  var json: JSON {
    var latency = Self.shown.reduce(into: JSON.Object()) { $0[$1.0] = Self.milliseconds(quantile($1.1)) }
    latency["mean"] = Self.milliseconds(mean)
    let statuses = tally.statuses.sorted { $0.key < $1.key }
    let failures = tally.failures.sorted { $0.key < $1.key }
    return [
      "calls": JSON(tally.calls), "attempts": JSON(tally.attempts), "errors": JSON(tally.errors),
      "seconds": Self.number(Self.seconds(elapsed)), "rate": Self.number(rate), "bytes": JSON(tally.bytes),
      "statuses": .object(statuses.reduce(into: JSON.Object()) { $0["\($1.key)"] = JSON($1.value) }),
      "failures": .object(failures.reduce(into: JSON.Object()) { $0[$1.key] = JSON($1.value) }),
      "latencyInMilliseconds": .object(latency),
    ]
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func milliseconds(_ duration: Duration) -> JSON { number(seconds(duration) * 1000) }

  private static func number(_ value: Double) -> JSON { (try? JSON(parsing: fixed(value, 3))) ?? .null }

  private static func fixed(_ value: Double, _ digits: Int) -> String { String(value, decimals: digits) }
}
