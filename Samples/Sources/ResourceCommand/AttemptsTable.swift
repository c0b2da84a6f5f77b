// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The attempts of a call, one per line, with the times and sizes of each, and their sums.
///
/// Times count from the start of the attempt.
struct AttemptsTable: CustomStringConvertible {
  let attempts: [Attempt]

  var description: String {
    let rows = [Self.names] + attempts.map(Self.cells) + (attempts.count > 1 ? [sums] : [])
    let widths = Self.names.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        // Texts are aligned left, numbers right.
        return column < Self.wordCount ? cell + blanks : blanks + cell
      }
      return cells.joined(separator: "  ")
    }
    for attempt in attempts {
      if let refusal = attempt.refusal { lines.append("attempt \(attempt.number) was not repeated: \(refusal)") }
    }
    return lines.joined(separator: "\n")
  }

  private static let names = [
    "attempt", "hop", "reason", "endpoint", "outcome", "connect", "tls", "first byte", "total", "sent", "received",
  ]
  private static let wordCount = 5

  private static func cells(_ attempt: Attempt) -> [String] {
    let metrics = attempt.metrics
    return [
      "\(attempt.number)", "\(attempt.hop)", "\(attempt.reason)", attempt.endpoint ?? "\(attempt.origin)",
      "\(attempt.outcome)", MetricsTable.text(metrics?.connect), MetricsTable.text(metrics?.tls),
      MetricsTable.text(metrics?.firstByte), MetricsTable.text(metrics?.total ?? attempt.duration),
      metrics.map { ProgressText.size(Double($0.bytesSent)) } ?? "-",
      metrics.map { ProgressText.size(Double($0.bytesReceived)) } ?? "-",
    ]
  }

  private var sums: [String] {
    let total = attempts.reduce(Duration.zero) { $0 + ($1.metrics?.total ?? $1.duration) }
    let sent = attempts.reduce(0) { $0 + ($1.metrics?.bytesSent ?? 0) }
    let received = attempts.reduce(0) { $0 + ($1.metrics?.bytesReceived ?? 0) }
    let sizes = [sent, received].map { ProgressText.size(Double($0)) }
    return ["sum", "", "", "", "", "", "", "", MetricsTable.text(total)] + sizes
  }
}
