// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit
import ResourceRequestSimulation

/// The simulated runs of one configuration in one incident, with a report for each seed.
struct SimulationTrial {
  let name: String
  let incident: Simulation.Incident
  let reports: [Simulation.Report]

  /// The reports as JSON: one report, or an array for several seeds; with another configuration, an object with both.
  func json(beside other: SimulationTrial?) -> JSON {
    func all(_ trial: SimulationTrial) -> JSON {
      trial.reports.count == 1 ? trial.reports[0].json : .array(trial.reports.map(\.json))
    }
    return other.map { ["configuration": all(self), "compared": all($0)] } ?? all(self)
  }

  private struct Row {
    let name: String
    let value: (Simulation.Report) -> Double?
    let text: (Double?) -> String

    init(_ name: String, _ value: @escaping (Simulation.Report) -> Double?, _ text: @escaping (Double?) -> String) {
      self.name = name
      self.value = value
      self.text = text
    }
  }

  private static var rows: [Row] {
    [
      Row("calls", { Double($0.summary.calls) }, number),
      Row("success", { share($0.summary.succeeded, of: $0.summary.calls).map { $0 * 100 } }, percent),
      Row("failed", { Double($0.summary.failed) }, number),
      Row("attempts a call", { share($0.summary.attempts, of: $0.summary.calls) }, ratio),
      Row("p50", { $0.summary.latency.p50 }, time), Row("p90", { $0.summary.latency.p90 }, time),
      Row("p99", { $0.summary.latency.p99 }, time), Row("p99.9", { $0.summary.latency.p999 }, time),
      Row("max", { $0.summary.latency.max }, time),
    ]
  }

  /// A name of up to 40 characters; a longer one without its middle, because names differ at either end.
  private static func shortened(_ name: String) -> String {
    name.count <= 40 ? name : name.prefix(20) + "…" + name.suffix(19)
  }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }

  private static func ratio(_ value: Double?) -> String {
    value.map { String($0, decimals: 3) } ?? "–"
  }

  /// A table of the totals: the median, minimum and maximum over the seeds, beside those of another configuration.
  func table(
    title: String,
    beside other: SimulationTrial?,
    _ emphasize: (String, Simulation.Report.Emphasis) -> String
  ) -> String {
    let trials = [self] + (other.map { [$0] } ?? [])
    let names = trials.map { Self.shortened($0.name) }
    let width = max(reports.count > 1 ? 34 : 16, (names.map(\.count).max() ?? 0) + 2)
    let seeds = reports.count > 1 ? " · \(reports.count) seeds: median (least to most)" : " · seed \(reports[0].seed)"
    let head =
      String(repeating: " ", count: 16) + names.map { $0.aligned(to: width) }.joined()
    var lines = [title + seeds, "", emphasize(head, .quiet)]
    for row in Self.rows {
      let cells = trials.map { trial -> String in
        let values = trial.reports.compactMap(row.value).sorted()
        guard let least = values.first, let most = values.last else { return "–" }
        let median = row.text(values[values.count / 2])
        return values.count > 1 ? "\(median) (\(row.text(least)) to \(row.text(most)))" : median
      }
      lines.append(row.name.prefix(16).padded(to: 16) + cells.map { $0.aligned(to: width) }.joined())
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func number(_ value: Double?) -> String {
    value.map { String(Int($0)) } ?? "–"
  }

  private static func percent(_ value: Double?) -> String {
    value.map { String(($0 * 100).rounded(.down) / 100, decimals: 2) + " %" } ?? "–"
  }

  private static func time(_ value: Double?) -> String {
    value.map { $0 < 1000 ? String($0, decimals: 1) + " ms" : String($0 / 1000, decimals: 2) + " s" } ?? "–"
  }
}
