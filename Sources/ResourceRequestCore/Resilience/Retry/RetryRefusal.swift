// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why an attempt is not followed by another.
enum RetryRefusal: Sendable, Hashable {
  /// Another attempt would end the same way, or no policy wants one.
  case notRetryable
  /// The server may have acted, and must not twice.
  case notIdempotent(RequestMethod)
  /// It went out as often as the policy says.
  case attemptsSpent(Int)
  /// The body is gone.
  case bodyNotReplayable
  /// There is no time for the wait.
  case deadline(Duration)
  /// The server wants to be left alone for longer than there is time.
  case retryAfterBeyondDeadline(Duration)
  /// The service has had its share of retries.
  case budgetEmpty
  /// Who called us retries itself.
  case forbiddenUpstream
  /// Every endpoint that is up was tried.
  case noOtherEndpoint
  /// The only endpoint rests.
  case circuitOpen
}

extension RetryRefusal: CustomStringConvertible {
  /// A phrase for errors, events and metrics.
  var description: String {
    switch self {
    case .notRetryable: "not retryable"
    case .notIdempotent(let method): "\(method) is not idempotent"
    case .attemptsSpent(let count): "\(count) attempts made that count"
    case .bodyNotReplayable: "body not replayable"
    case .deadline(let remaining): "deadline in \(remaining.wholeMilliseconds) ms"
    case .retryAfterBeyondDeadline(let wait): "Retry-After of \(wait.wholeMilliseconds) ms ends after the deadline"
    case .budgetEmpty: "budget empty"
    case .forbiddenUpstream: "the caller retries itself"
    case .noOtherEndpoint: "no other endpoint"
    case .circuitOpen: "the circuit is open"
    }
  }
}
