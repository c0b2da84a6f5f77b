// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Prints the events of a request and the header fields of every attempt, for `--verbose`.
///
/// It observes events, and is a middleware of each attempt, where the header fields are final.
final class EventPrinter: EventObserver, Middleware {
  private struct Sending: Hashable {
    let call: UInt64
    let attempt: Int
  }

  private struct State {
    /// The latest request of each call, for the line that reports it sent: fetching a token is a call of its own.
    var asked: [UInt64: RequestSummary] = [:]
    /// Request line and header fields of attempts that are not printed yet.
    var heads: [Sending: [String]] = [:]
    /// The status of attempts whose response is not printed yet: it is printed with its HTTP version and header fields.
    var statuses: [Sending: Status] = [:]
    /// The call of the first event: those of tokens come later.
    var call: UInt64?
    /// The times of that call's attempts, by number.
    var times: [Int: AttemptTimes] = [:]

    mutating func note(_ event: RequestEvent) {
      if call == nil { call = event.id }
      guard event.id == call else { return }
      switch event.kind {
      case .attemptStarted: times[event.attempt] = AttemptTimes(start: event.moment)
      case .connected:
        times[event.attempt]?.peer = event.peer
        if event.reusedConnection != true { times[event.attempt]?.connected = event.moment }
      case .head:
        times[event.attempt]?.head = event.moment
        times[event.attempt]?.status = event.status
      default: break
      }
    }
  }

  private let state = Mutex(State())
  let print: @Sendable (String) -> Void

  /// That of the command that is run: several may be, side by side.
  @TaskLocal static var own: EventPrinter?

  /// Prints nothing, and keeps the times.
  static func silent() -> EventPrinter { EventPrinter { _ in } }

  /// Prints on stderr, as `--verbose` does.
  static func onStandardError() -> EventPrinter {
    EventPrinter { Console.standardError.write(Console.standardError.dim($0)) }
  }

  /// The times of the first call's attempts, by number.
  var times: [Int: AttemptTimes] { state.withLock(\.times) }

  init(print: @escaping @Sendable (String) -> Void) {
    self.print = print
  }

  func observe(_ event: RequestEvent) {
    let (asked, head) = state.withLock { state in
      state.note(event)
      if let request = event.request { state.asked[event.id] = request }
      defer { if event.kind == .finished { state.asked[event.id] = nil } }
      let sending = Sending(call: event.id, attempt: event.attempt)
      // A transport that does not report when it has sent reports when the response's head has arrived.
      let isSent = event.kind == .sent || event.kind == .head
      if event.kind == .head { state.statuses[sending] = event.status }
      return (state.asked[event.id], isSent ? state.heads.removeValue(forKey: sending) : nil)
    }
    let line = event.kind == .sent && head != nil ? nil : Self.line(for: event, asked: asked)
    write((head ?? []) + [line].compactMap(\.self))
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let sending = Sending(call: context.id, attempt: context.attempt)
    let head = Self.head(of: request)
    state.withLock { state in
      state.heads[sending] = head
      if context.id == state.call, let body = request.body { state.times[context.attempt]?.bodyLength = body.length }
    }
    defer {
      // Of a response that is not whole, the status alone is known here.
      let (_, status) = take(sending)
      if let status { write(["< \(status)"]) }
    }
    let response = try await next(request, context: context)
    let (unsaid, _) = take(sending)
    let version = response.metrics.httpVersion.map { "\($0) " } ?? ""
    write(unsaid + ["< \(version)\(response.status)"] + response.headers.map { "< \(Self.shown($0))" } + ["<"])
    return response
  }

  /// A field without secrets; a challenge has none, and says which credentials the server wants.
  private static func shown(_ field: Headers.Field) -> String {
    let isChallenge = ["www-authenticate", "proxy-authenticate"].contains(field.name.lowercased())
    return isChallenge ? "\(field.name): \(field.value)" : "\(field)"
  }

  private func take(_ sending: Sending) -> (head: [String], status: Status?) {
    state.withLock { state in
      (state.heads.removeValue(forKey: sending) ?? [], state.statuses.removeValue(forKey: sending))
    }
  }

  /// Prints lines with control characters escaped: what a server sends must not start a line or control the terminal.
  private func write(_ lines: [String]) {
    if !lines.isEmpty { print(lines.map(\.controlsWrittenOut).joined(separator: "\n")) }
  }

  /// The request line and header fields without secrets; the transport adds the host and the length.
  private static func head(of request: ResolvedRequest) -> [String] {
    var fields = request.headers
    let origin = request.url.origin
    if !fields.contains("Host") {
      // The rest of the origin is the host and, unless it is the default, the port.
      let host = origin.description.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
      fields = Headers([Headers.Field(name: "Host", value: String(decoding: host, as: UTF8.self))] + fields)
    }
    if let length = request.body?.length, !fields.contains("Content-Length") {
      fields.append("Content-Length", "\(length)")
    }
    return ["> \(request.method) \(shownTarget(request.url))"] + fields.map { "> \($0)" }
  }

  /// The line for an event; `nil` if it prints nothing.
  ///
  /// Summaries show no secrets.
  private static func line(for event: RequestEvent, asked: RequestSummary?) -> String? {
    switch event.kind {
    case .resolved:
      asked.map { "* resolved \($0)" }
    case .queued:
      "* queued"
    case .connected:
      connection(event, asked)
    case .sent:
      asked.map { "> \($0.method) \($0.url.map(shownTarget) ?? $0.target)" }
    case .redirected:
      asked.map { "* redirected to \($0)" }
    case .finished:
      "* finished" + ((event.duration ?? event.metrics?.total).map { " in \(MetricsTable.text($0))" } ?? "")
    case .attemptStarted:
      event.attempt > 1 && event.reason != .redirect ? "* attempt \(event.attempt): \(event.reason ?? .retry)" : nil
    case .cached:
      event.cache.map { "* Cache-Status: \($0)" }
    case .warning:
      "* warning: \(event.message ?? "")"
    // The table of attempts says why.
    case .head, .attemptAnswered, .retryRefused:
      nil
    case .attemptFailed:
      "* attempt \(event.attempt) failed: \(event.code?.rawValue ?? "unknown")"
    case .failed:
      "* failed: \(event.code?.rawValue ?? "unknown")"
    default:
      "* \(event.kind)"
    }
  }

  /// The peer, whether the connection is reused, and whether its certificate is verified.
  private static func connection(_ event: RequestEvent, _ asked: RequestSummary?) -> String {
    let age = event.reusedConnection == true ? "reused" : "new"
    // The command always verifies certificates.
    let security = asked?.url?.origin.isSecure == true ? ", \(event.message ?? "TLS"), certificate verified" : ""
    let transport = event.transport.map { ", \($0)" } ?? ""
    return "* connected \(event.peer ?? "") (\(age)\(security)\(transport))"
  }

  /// The path and query of a URL, without secrets.
  private static func shownTarget(_ url: ResourceURL) -> String {
    let shown = url.redacted().utf8.dropFirst(url.origin.description.utf8.count)
    return String(decoding: shown.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }
}
