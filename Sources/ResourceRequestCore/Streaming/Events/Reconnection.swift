// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When to connect again to a stream of events that has ended.
///
/// Pure: chance comes in.
package struct Reconnection: Sendable, Hashable {
  /// Servers that name less would be asked without a pause.
  static let shortestWait = Duration.milliseconds(100)

  private let options: ServerEventOptions
  /// How often in a row there was nothing.
  private var failures = 0

  /// Nothing has failed yet.
  package init(_ options: ServerEventOptions) {
    self.options = options
  }

  /// Takes note that bytes came.
  package mutating func succeeded() { failures = 0 }

  /// Takes note of an end.
  ///
  /// The wait is the server's, doubled with each failure in a row, and up to half as much by chance, so that those who
  /// lost the same server do not all come back to it at once.
  ///
  /// - Parameters:
  ///   - isFailure: whether it ended with an error.
  ///   - retry: what the server says of every end.
  ///   - named: what it says of this one, and no shorter wait will do.
  ///   - bits: 64 random bits.
  /// - Returns: how long to wait; `nil` for giving up.
  package mutating func wait(isFailure: Bool, retry: Duration?, named: Duration? = nil, bits: UInt64) -> Duration? {
    if isFailure {
      if let limit = options.failureLimit, failures >= limit { return nil }
      failures += 1
    }
    let longest = max(options.longestWait.clamped, Reconnection.shortestWait)
    var wait = min(max(retry ?? options.retry, Reconnection.shortestWait), longest)
    for _ in 0..<max(0, min(failures - 1, 30)) where wait < longest { wait = min(wait * 2, longest) }
    wait = min(max(wait, named ?? .zero), longest)
    // A thousand steps are chance enough, and keep to whole numbers.
    return min(wait + wait * Int(bits % 1001) / 2000, longest)
  }
}

/// What to do with the head of a response to a request for events (WHATWG HTML §9.2.3).
package enum EventStreamDecision: Sendable, Hashable {
  /// Its body is a stream of events.
  case open
  /// There are none any more.
  case end
  /// It is something else; whether asking again may go better.
  case refuse(ResourceError.Code, String, isPassing: Bool)

  /// Decides.
  package static func decide(_ status: Status, _ headers: Headers) -> EventStreamDecision {
    if status == 204 { return .end }
    guard status == 200 else {
      return .refuse(
        .unsuccessfulStatus,
        "the response is \(status), not a stream of events",
        isPassing: Status.retryableStatuses.contains(status)
      )
    }
    let type = MIMEType(contentTypeLines: headers.values(for: "Content-Type"))
    guard type?.essence.hasSameBytes(as: MIMEType.eventStream.essence) == true else {
      let found = type.map { "of type \($0.essence)" } ?? "without a content type"
      return .refuse(.decodingFailed, "the response is \(found), not text/event-stream", isPassing: false)
    }
    return .open
  }
}
