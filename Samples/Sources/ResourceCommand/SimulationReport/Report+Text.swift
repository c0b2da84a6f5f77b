// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSimulation

extension Simulation.Report {
  /// How a text is emphasized.
  enum Emphasis: Sendable, Hashable, CaseIterable {
    /// A problem.
    case bad
    /// An explanation.
    case quiet
  }

  /// The report for people: totals, a chart of bars over time, a table, servers and errors.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - columns: the width in characters; at least 60.
  ///   - emphasize: emphasizes a text, if the reader can show it; by default nothing is emphasized.
  /// - Returns: the lines, with a line end after the last.
  func text(
    title: String,
    columns: Int = 80,
    emphasize: (String, Emphasis) -> String = { text, _ in text }
  ) -> String {
    let lines =
      [title, ""] + totals(emphasize) + [""] + course(max(60, columns) - 26, emphasize) + [""] + table(emphasize) + [""]
      + endpoints(emphasize) + counts(emphasize)
    return lines.joined(separator: "\n") + "\n"
  }

  private func totals(_ emphasize: (String, Emphasis) -> String) -> [String] {
    let latency = summary.latency
    let failed = "\(NumberText.grouped(summary.failed)) failed"
    let perCall = summary.calls == 0 ? 0 : Double(summary.attempts) / Double(summary.calls)
    let hedges = summary.hedges == 0 ? "" : ", of them \(NumberText.grouped(summary.hedges)) hedges"
    return [
      "calls     \(NumberText.grouped(summary.calls)): \(NumberText.grouped(summary.succeeded)) succeeded "
        + "(\(NumberText.percent(summary.succeeded, of: summary.calls))), "
        + (summary.failed > 0 ? emphasize(failed, .bad) : failed),
      "attempts  \(NumberText.grouped(summary.attempts)), \(NumberText.fixed(perCall, 2)) a call\(hedges)",
      "latency   p50 \(NumberText.time(latency.p50))   p90 \(NumberText.time(latency.p90))   "
        + "p99 \(NumberText.time(latency.p99))   p99.9 \(NumberText.time(latency.p999))   "
        + "max \(NumberText.time(latency.max))",
    ]
  }

  private func course(_ columns: Int, _ emphasize: (String, Emphasis) -> String) -> [String] {
    func highest(_ value: @escaping (Second) -> Double?) -> [Double?] {
      Sparkline.fit(timeline, into: columns) { $0.compactMap(value).max() }
    }
    let success = Sparkline.fit(timeline, into: columns) { rows -> Double? in
      let ended = rows.reduce(0.0) { $0 + Double($1.succeeded) + Double($1.failed) }
      return ended == 0 ? nil : rows.reduce(0.0) { $0 + Double($1.succeeded) } / ended
    }
    let load = highest { Double($0.offered) }
    let attempts = highest { Double($0.attempts) }
    let median = highest(\.p50)
    let p99 = highest(\.p99)
    let top = max(load.compactMap(\.self).max() ?? 0, attempts.compactMap(\.self).max() ?? 0)
    func row(_ name: String, _ values: [Double?], top: Double?, _ scale: String) -> String {
      name.padded(to: 10) + Sparkline.draw(values, top: top) + "  " + emphasize(scale, .quiet)
    }
    func peak(_ values: [Double?]) -> String {
      "to \(NumberText.grouped(NumberText.whole(values.compactMap(\.self).max() ?? 0)))/s"
    }
    var rows = [
      row("calls", load, top: top, peak(load)),
      row("attempts", attempts, top: top, peak(attempts)),
      row("success", success, top: 1, "from \(NumberText.fixed((success.compactMap(\.self).min() ?? 0) * 100, 1)) %"),
      row("p50", median, top: nil, "to \(NumberText.time(median.compactMap(\.self).max()))"),
      row("p99", p99, top: nil, "to \(NumberText.time(p99.compactMap(\.self).max()))"),
    ]
    let most = timeline.map(\.ejected.count).max() ?? 0
    if most > 0 { rows.append(row("ejected", highest { Double($0.ejected.count) }, top: nil, "to \(most)")) }
    return rows
  }

  private func table(_ emphasize: (String, Emphasis) -> String) -> [String] {
    let size = max(1, (timeline.count + 29) / 30)
    let head = ["t", "calls/s", "attempts/s", "success", "failed", "p50", "p99"]
    let widths = [7, 9, 12, 10, 9, 10, 10]
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { $0.aligned(to: $1) }.joined()
    }
    var lines = [emphasize(line(head), .quiet)]
    for start in stride(from: 0, to: timeline.count, by: size) {
      let rows = timeline[start..<min(start + size, timeline.count)]
      let seconds = Double(rows.count)
      // Sums of numbers that may be any are limited instead of trapping.
      func sum(_ count: (Second) -> Int) -> Double { rows.reduce(0) { $0 + Double(count($1)) } }
      let failed = NumberText.whole(sum(\.failed))
      let ended = NumberText.whole(sum(\.failed) + sum(\.succeeded))
      let ejected = Set(rows.flatMap(\.ejected)).sorted()
      let text =
        line([
          "\(rows[start].t) s",
          NumberText.grouped(NumberText.whole(sum(\.offered) / seconds)),
          NumberText.grouped(NumberText.whole(sum(\.attempts) / seconds)),
          NumberText.percent(NumberText.whole(sum(\.succeeded)), of: ended), NumberText.grouped(failed),
          NumberText.time(rows.compactMap(\.p50).max()), NumberText.time(rows.compactMap(\.p99).max()),
        ]) + (ejected.isEmpty ? "" : "  ejected: \(ejected.joined(separator: " "))")
      lines.append(failed > 0 ? emphasize(text, .bad) : text)
    }
    return lines
  }

  private func endpoints(_ emphasize: (String, Emphasis) -> String) -> [String] {
    let rows = summary.perEndpoint.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let width = max(10, rows.map(\.key.count).max() ?? 0)
    let head = "server".padded(to: width) + "attempts".aligned(to: 12) + "share".aligned(to: 10)
    return [emphasize(head + "errors".aligned(to: 10), .quiet)]
      + rows.map { url, endpoint in
        url.padded(to: width) + NumberText.grouped(endpoint.attempts).aligned(to: 12)
          + (NumberText.fixed(endpoint.share * 100, 2) + " %").aligned(to: 10)
          + NumberText.grouped(endpoint.errors).aligned(to: 10)
      }
  }

  private func counts(_ emphasize: (String, Emphasis) -> String) -> [String] {
    [("failed calls by their end", summary.errors), ("attempts again, after", summary.retries)].flatMap {
      title,
      counts -> [String] in
      guard !counts.isEmpty else { return [] }
      let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let width = max(title.count, rows.map(\.key.count).max() ?? 0)
      return ["", emphasize(title.padded(to: width) + "number".aligned(to: 12), .quiet)]
        + rows.map { $0.key.padded(to: width) + NumberText.grouped($0.value).aligned(to: 12) }
    }
  }
}
