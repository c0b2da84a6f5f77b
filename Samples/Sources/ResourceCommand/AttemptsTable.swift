// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The attempts of a call, one per line, with the times and sizes of each, and their sums.
///
/// Times count from the start of the attempt. A terminal that is too narrow for the table gets a paragraph per attempt.
struct AttemptsTable {
  let attempts: [Attempt]
  /// What was observed of attempts by number: those that failed, or whose body was not read to its end, have no metrics.
  var observed: [Int: AttemptTimes] = [:]
  /// Whether the call failed, so that the body of a last attempt without metrics was not read to its end.
  var hasFailed = false

  /// The table.
  ///
  /// - Parameter columns: the width of the terminal; `nil` for none.
  /// - Returns: the lines, without a line end.
  func text(columns: Int? = nil) -> String {
    let table = rows()
    if let columns, table.contains(where: { $0.count > columns }) { return paragraphs(columns) }
    return (table + refusals).joined(separator: "\n")
  }

  private func rows() -> [String] {
    let rows = [Self.names] + attempts.map(cells) + (attempts.count > 1 ? [sums] : [])
    let widths = Self.names.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        // Texts are aligned left, numbers right.
        return column < Self.wordCount ? cell + blanks : blanks + cell
      }
      return cells.joined(separator: "  ")
    }
  }

  private func paragraphs(_ columns: Int) -> String {
    let lines = attempts.flatMap { attempt in
      let cells = cells(attempt)
      let head = "attempt \(cells[0]), hop \(cells[1]), \(cells[2]): \(cells[3]): \(cells[4])"
      return Self.lines(head, indent: 0, columns) + Self.lines(Self.numbers(cells), indent: 2, columns)
    }
    let sum = attempts.count > 1 ? Self.lines("sum: " + Self.numbers(sums), indent: 0, columns) : []
    return (lines + sum + refusals.flatMap { Self.lines($0, indent: 0, columns) }).joined(separator: "\n")
  }

  /// The numbers of a row that are known, with their names.
  private static func numbers(_ cells: [String]) -> String {
    zip(names, cells).dropFirst(wordCount).filter { $1 != "-" && !$1.isEmpty }.map { "\($0) \($1)" }
      .joined(separator: ", ")
  }

  private static func lines(_ text: String, indent: Int, _ columns: Int) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    return HelpTopic.Block.wrapped(text, max(20, columns - indent)).map { blanks + $0 }
  }

  private var refusals: [String] {
    attempts.compactMap { attempt in
      attempt.refusal.map { "attempt \(attempt.number) was not repeated: \($0)" }
    }
  }

  private static let names = [
    "attempt", "hop", "reason", "endpoint", "outcome", "connect", "tls", "first byte", "total", "sent", "received",
  ]
  private static let wordCount = 5

  private func cells(_ attempt: Attempt) -> [String] {
    let metrics = attempt.metrics
    let seen = observed[attempt.number]
    let isCut = hasFailed && attempt.number == attempts.last?.number && attempt.status != nil && metrics == nil
    return [
      "\(attempt.number)", "\(attempt.hop)", "\(attempt.reason)", attempt.endpoint ?? "\(attempt.origin)",
      "\(attempt.outcome)\(isCut ? ", body incomplete" : "")",
      MetricsTable.text(metrics == nil ? seen?.connect : metrics?.connect),
      MetricsTable.text(metrics?.tls), MetricsTable.text(metrics == nil ? seen?.firstByte : metrics?.firstByte),
      MetricsTable.text(total(attempt)),
      metrics.map { ProgressText.size(Double($0.bytesSent)) } ?? "-",
      metrics.map { ProgressText.size(Double($0.bytesReceived)) } ?? "-",
    ]
  }

  /// The time of an attempt; `nil` for one with a response that was not read to its end, which has only that of the head.
  private func total(_ attempt: Attempt) -> Duration? {
    attempt.metrics?.total ?? (attempt.status == nil ? attempt.duration : nil)
  }

  private var sums: [String] {
    let total = attempts.reduce(Duration.zero) { $0 + (self.total($1) ?? .zero) }
    let sent = attempts.reduce(0) { $0 + ($1.metrics?.bytesSent ?? 0) }
    let received = attempts.reduce(0) { $0 + ($1.metrics?.bytesReceived ?? 0) }
    let sizes = [sent, received].map { ProgressText.size(Double($0)) }
    return ["sum", "", "", "", "", "", "", "", MetricsTable.text(total)] + sizes
  }
}

/// What events told of an attempt's times.
struct AttemptTimes {
  let start: ContinuousClock.Instant
  var connected: ContinuousClock.Instant?
  /// The address and port of the other side; an IPv6 address is in brackets.
  var peer: String?
  var head: ContinuousClock.Instant?
  /// The status of the head; `nil` without one.
  var status: Status?
  /// The length of the request's body; `nil` if it was not known.
  var bodyLength: Int? = 0

  /// The time until the connection was established; `nil` if it was not, or was there before.
  var connect: Duration? { connected.map { start.duration(to: $0) } }
  /// The time until the head of the response; `nil` without one.
  var firstByte: Duration? { head.map { start.duration(to: $0) } }

  /// What is known of an exchange that ended now without metrics: all but its sizes.
  var metrics: ExchangeMetrics {
    var metrics = ExchangeMetrics(total: start.duration(to: .now))
    (metrics.connect, metrics.firstByte) = (connect, firstByte)
    metrics.reusedConnection = peer != nil && connected == nil
    if let peer, let colon = peer.utf8.lastIndex(of: UInt8(ascii: ":")) {
      metrics.peerAddress = String(decoding: peer.utf8[..<colon].filter { !"[]".utf8.contains($0) }, as: UTF8.self)
      metrics.peerPort = Int(peer[colon...].dropFirst())
    }
    return metrics
  }
}
