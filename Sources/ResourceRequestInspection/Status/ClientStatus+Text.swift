// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientStatus: CustomStringConvertible {
  /// The table, 100 columns wide.
  public var description: String { text(columns: 100) }

  /// A table for people: a line for each service and each of its endpoints, then limits, tokens, caches and ejected
  /// endpoints.
  ///
  /// - Parameter columns: its width, at least 60; longer reasons are truncated.
  /// - Returns: the lines.
  public func text(columns: Int) -> String {
    let columns = max(60, columns)
    let calls = active == 1 ? "1 call" : "\(active) calls"
    var lines = ["generation \(generation), configuration \(configuration), \(calls) under way"]
    if let transport { lines.append("transport: \(transport)") }
    if let connections { lines.append("connections: \(connections.active) in use, \(connections.idle) idle") }
    if let rollout { lines.append("\(rollout)") }
    if let reason = reloads.lastRejection { lines.append("not taken: \(reason)") }
    lines.append("")
    // An unused and unwatched service is not worth a line.
    let shown = services.filter {
      $0.totals.all > 0 || $0.active > 0 || !$0.endpoints.isEmpty || $0.name != "elsewhere"
        || $0.unsent != nil
    }
    lines += ClientStatus.table(shown, columns)
    let notes = shown.flatMap(\.notes)
    if !notes.isEmpty { lines += [""] + notes }
    // Where it was read from another program, that may have put anything into its names.
    return lines.map { ClientStatus.cut($0.onOneLine, columns) }.joined(separator: "\n") + "\n"
  }

  private static func table(_ services: [ServiceStatus], _ columns: Int) -> [String] {
    var rows = [["SERVICE", "STATE", "ACTIVE", "2xx", "3xx", "4xx", "5xx", "FAILED", "P50", "P95", "P99"]]
    for service in services { rows += service.rows }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    // Numbers keep their room; names and states give way.
    let numbers = widths.dropFirst(2).reduce(0) { $0 + $1 + 2 }
    let room = columns - numbers - 2
    let name = max(12, min(widths[0], room - min(widths[1], room / 2)))
    let state = max(5, min(widths[1], room - name))
    return rows.map { row in
      var line = padded(row[0], name) + "  " + padded(row[1], state)
      for column in 2..<row.count {
        line += "  " + String(repeating: " ", count: widths[column] - row[column].count) + row[column]
      }
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let text = cut(text, width)
    return text + String(repeating: " ", count: width - text.count)
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

extension ServiceStatus {
  /// Its line in a table, and one for each of its endpoints where there are several.
  fileprivate var rows: [[String]] {
    let up = endpoints.count { $0.state == .up }
    let state =
      endpoints.isEmpty ? "" : endpoints.count == 1 ? endpoints[0].text : "\(up)/\(endpoints.count) up"
    let own = [name, state, "\(active)"] + totals.cells + latency.cells
    guard endpoints.count > 1 else { return [own] }
    return [own] + endpoints.map { ["  " + $0.name, $0.text, "\($0.active)"] + $0.totals.cells + $0.latency.cells }
  }

  /// Limits, stored entries and ejections, a line each.
  fileprivate var notes: [String] {
    var notes: [String] = []
    for endpoint in endpoints where endpoint.state != .up {
      let time = endpoint.seconds.map { " for another \(ReadableTime.text(seconds: $0))" } ?? ""
      notes.append("\(endpoint.name) is \(endpoint.state)\(time): \(endpoint.reason ?? "it failed")")
    }
    for (what, counts) in [("failures", totals.failures), ("not sent", unsent ?? [:])] where !counts.isEmpty {
      let codes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
      notes.append("\(what): " + codes.joined(separator: ", "))
    }
    if !again.isEmpty {
      let reasons = again.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
        "\(reason) \(count)" + (reason == AttemptReason.hedge.name ? " (\(hedgesWon) won)" : "")
      }
      notes.append("sent again: " + reasons.joined(separator: ", "))
    }
    if totals.cancelled > 0 { notes.append("cancelled: \(totals.cancelled)") }
    if let retryBudget, retryBudget.value < retryBudget.limit {
      notes.append("retries left: \(retryBudget.value.wholeText) of \(retryBudget.limit.wholeText)")
    }
    if let concurrency {
      let waiting = concurrency.waiting.map { $0 > 0 ? ", \($0) waiting" : "" } ?? ""
      notes.append("concurrency: \(concurrency.value.wholeText) of \(concurrency.limit.wholeText)\(waiting)")
    }
    if let pause { notes.append("left alone for another \(ReadableTime.text(seconds: pause))") }
    if let throttled, throttled > 0 {
      notes.append("refused here: \((throttled * 100).rounded().wholeText) % of calls")
    }
    for token in tokens {
      let scope = token.scope.isEmpty ? "" : " for \"\(token.scope)\""
      notes.append("token\(scope): used for another \(ReadableTime.text(seconds: token.seconds))")
    }
    if let cache, cache.entries > 0 || !cache.results.isEmpty {
      let results = cache.results.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ", \($0) \($1)" }
      notes.append("cache: \(cache.entries) responses, \(cache.bytes) bytes" + results.joined())
    }
    for feature in features ?? [] {
      notes.append("\(feature.title): " + feature.facts.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
    }
    return notes.map { "\(name): \($0)" }
  }
}

extension ServiceStatus.Totals {
  fileprivate var cells: [String] { [success, redirect, clientError, serverError, failed].map { "\($0)" } }
}

extension ServiceStatus.Latency {
  fileprivate var cells: [String] {
    [median, p95, p99].map { time in time.map { ReadableTime.text(seconds: $0) } ?? "-" }
  }
}

extension EndpointStatus {
  fileprivate var text: String {
    // Tenths of many seconds are not worth their room in a table.
    state.rawValue + (seconds.map { " \(ReadableTime.text(seconds: $0 < 10 ? $0 : $0.rounded()))" } ?? "")
  }
}

extension Double {
  /// The part before the point, unless the number is too large to represent.
  fileprivate var wholeText: String { Int(exactly: rounded(.towardZero)).map { "\($0)" } ?? "\(self)" }
}
