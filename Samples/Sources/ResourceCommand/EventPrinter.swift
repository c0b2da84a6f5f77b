// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Prints what happens to a request, as `--verbose` shows it.
final class EventPrinter: EventObserver {
  /// What was last asked in each call, for the line that says it went out: fetching a token is a call of its own.
  private let asked = Mutex<[UInt64: RequestSummary]>([:])
  private let print: @Sendable (String) -> Void

  /// Prints on stderr, where `--verbose` is.
  static var standardError: EventPrinter {
    EventPrinter { Console.standardError.write(Console.standardError.dim($0)) }
  }

  init(print: @escaping @Sendable (String) -> Void) {
    self.print = print
  }

  func observe(_ event: RequestEvent) {
    let asked = asked.withLock { asked in
      if let request = event.request { asked[event.id] = request }
      defer { if event.kind == .finished { asked[event.id] = nil } }
      return asked[event.id]
    }
    if let line = Self.line(for: event, asked: asked) { print(line) }
  }

  /// The line for an event.
  ///
  /// Summaries show no secrets.
  private static func line(for event: RequestEvent, asked: RequestSummary?) -> String? {
    switch event.kind {
    case .resolved:
      asked.map { "* resolved \($0)" }
    case .queued:
      "* queued"
    case .connected:
      "* connected \(event.peer ?? "") (\(event.reusedConnection == true ? "reused" : "new"))"
    case .sent:
      asked.map { "> \($0.method) \(shownTarget($0))" }
    case .head:
      event.status.map { "< \($0)" }
    case .redirected:
      asked.map { "* redirected to \($0)" }
    case .finished:
      "* finished" + (event.metrics.map { " in \(MetricsTable.text($0.total))" } ?? "")
    case .attemptStarted:
      event.attempt > 1 && event.reason != .redirect ? "* attempt \(event.attempt): \(event.reason ?? .retry)" : nil
    case .cached:
      event.cache.map { "* Cache-Status: \($0)" }
    case .warning:
      "* warning: \(event.message ?? "")"
    case .attemptAnswered:
      nil
    case .attemptFailed:
      "* attempt \(event.attempt) failed: \(event.code?.rawValue ?? "unknown")"
    case .failed:
      "* failed: \(event.code?.rawValue ?? "unknown")"
    default:
      "* \(event.kind)"
    }
  }

  /// Path and query of what is asked.
  private static func shownTarget(_ request: RequestSummary) -> String {
    guard let url = request.url else { return request.target }
    let shown = url.redacted().utf8.dropFirst(url.origin.description.utf8.count)
    return String(decoding: shown.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }
}
