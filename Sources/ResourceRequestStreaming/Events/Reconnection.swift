// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When to reconnect to an event stream that has ended.
///
/// Pure: randomness is passed in.
package struct Reconnection: Sendable, Hashable {
  /// The lower bound of the server's reconnection time, which would otherwise allow a busy loop.
  static let shortestWait = Duration.milliseconds(100)

  private let options: ServerEventOptions
  /// The number of consecutive failures.
  private var failures = 0

  /// Creates the state without failures.
  package init(_ options: ServerEventOptions) {
    self.options = options
  }

  /// Notes that bytes were received.
  package mutating func succeeded() { failures = 0 }

  /// Notes an end and returns the wait.
  ///
  /// The wait is the server's, doubled with each consecutive failure, plus up to half of it at random, so that clients
  /// that lost the same server do not all reconnect at once.
  ///
  /// - Parameters:
  ///   - isFailure: whether it ended with an error.
  ///   - retry: the server's reconnection time.
  ///   - named: the server's wait for this end, such as `Retry-After`; the wait is never shorter.
  ///   - bits: 64 random bits.
  /// - Returns: the wait; `nil` to give up.
  package mutating func wait(isFailure: Bool, retry: Duration?, named: Duration? = nil, bits: UInt64) -> Duration? {
    if isFailure {
      if let limit = options.failureLimit, failures >= limit { return nil }
      failures += 1
    }
    let longest = max(options.longestWait.clamped, Reconnection.shortestWait)
    var wait = min(max(retry ?? options.retry, Reconnection.shortestWait), longest)
    for _ in 0..<max(0, min(failures - 1, 30)) where wait < longest { wait = min(wait * 2, longest) }
    wait = min(max(wait, named ?? .zero), longest)
    // A thousand steps are random enough in integer arithmetic.
    return min(wait + wait * Int(bits % 1001) / 2000, longest)
  }
}

/// What to do with the head of a response to a request for events (WHATWG HTML §9.2.3).
package enum EventStreamDecision: Sendable, Hashable {
  /// Its body is a stream of events.
  case open
  /// The server ended the stream for good.
  case end
  /// The response is unusable; `isPassing` if a retry may succeed.
  case refuse(ResourceError.Code, String, isPassing: Bool)

  /// Decides on the head of a response.
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
