// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Writes events of requests as lines of text, for programs without a logger.
///
/// ```
/// 2026-01-01T00:00:00.000Z debug 17 GET http://h.example/cities, service resorts: 200 OK in 12 ms, 2 attempts
/// ```
///
/// The number is the call's id. The lines contain no secrets.
public struct TextLog: EventObserver {
  private let level: RequestEvent.Level
  private let date: @Sendable () -> Date
  private let write: @Sendable (String) -> Void

  /// Creates a log; by default to standard error.
  ///
  /// - Parameters:
  ///   - level: the log level.
  ///   - clock: the clock for the timestamps.
  ///   - write: receives each line without its line end; it must return quickly and not block.
  public init(
    level: RequestEvent.Level,
    clock: any RequestClock = SystemClock(),
    write: @escaping @Sendable (String) -> Void = { TextLog.writeToStandardError($0) }
  ) {
    self.level = level
    date = { clock.date }
    self.write = write
  }

  /// The log that the environment variable `RESOURCE_LOG` requests by the name of a level; `nil` if it is not set.
  package static func requested(by environment: [String: String] = ProcessInfo.processInfo.environment) -> TextLog? {
    environment["RESOURCE_LOG"].flatMap { RequestEvent.Level(rawValue: $0.lowercasedASCII()) }
      .map { TextLog(level: $0) }
  }

  /// All events for the levels debug and trace, the notable ones for the others.
  public var interest: EventInterest { level > .info ? .all : .notable }

  /// Writes a line if the level includes the event.
  public func observe(_ event: RequestEvent) {
    guard event.logLevel <= level else { return }
    let number = event.id == 0 ? "-" : String(event.id)
    write("\(date().timestamp) \(event.logLevel) \(number) \(event.line)")
  }

  /// Writes a line to standard error, in one piece.
  @usableFromInline package static func writeToStandardError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      // Output that cannot be written is dropped, since there is no other place to report it.
      _ = writeBytes(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

/// The system's `write`, under a name of its own beside ours.
private let writeBytes = write

extension RequestEvent {
  /// The event as one line without secrets, such as `GET http://h.example/cities, service resorts: 200 OK in 12 ms`.
  public var line: String {
    let asked = request.map { "\($0)" }
    let (what, subject): (String?, String?) =
      switch kind {
      case .finished, .failed, .cancelled: (ending, asked)
      case .attemptStarted:
        ("attempt \(attempt) (\(reason ?? .first))" + (endpoint.map { " at \($0)" } ?? ""), asked)
      case .attemptAnswered, .attemptFailed, .attemptCancelled: ("attempt \(attempt): \(ending)", asked)
      case .warning, .reloadRejected, .rolloutStarted, .rolloutTaken, .rolledBack: (message, nil)
      case .reloaded: ("generation \(generation), configuration \(configuration ?? "unknown")", kind.rawValue)
      case .redirected: ("redirected by \(status.map { "\($0)" } ?? "a status")", asked)
      case .cached: (cache.map { "\($0)" }, asked)
      default: (([kind.rawValue] + [endpoint, peer, message].compactMap(\.self)).joined(separator: " "), asked)
      }
    return [subject, what ?? kind.rawValue].compactMap(\.self).joined(separator: ": ").onOneLine
  }

  /// How a call or an attempt ended, how long it took, and after how many attempts.
  private var ending: String {
    var text = status.map { "\($0)" } ?? code?.rawValue ?? "cancelled"
    if let duration { text += " in \(duration.wholeMilliseconds) ms" }
    if let attempts, attempts != 1 { text += attempts == 0 ? ", nothing sent" : ", \(attempts) attempts" }
    return text
  }
}
