// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The reason why an attempt is not retried.
enum RetryRefusal: Sendable, Hashable {
  /// Another attempt would end the same way, or no policy allows one.
  case notRetryable
  /// The server may have acted, and the method is not idempotent.
  case notIdempotent(RequestMethod)
  /// The policy's number of attempts is used up.
  case attemptsSpent(Int)
  /// The body cannot be sent again.
  case bodyNotReplayable
  /// There is no time for the wait.
  case deadline(Duration)
  /// `Retry-After` ends after the deadline.
  case retryAfterBeyondDeadline(Duration)
  /// The server asks not to be called for a time.
  case askedToWait
  /// The retry budget is empty.
  case budgetEmpty
  /// Hedges have used up the extra load that they may cause.
  case hedgesSpent
  /// The inbound request's caller retries itself.
  case forbiddenUpstream
  /// Every healthy endpoint was tried.
  case noOtherEndpoint
  /// The only endpoint is ejected.
  case circuitOpen
}

extension RetryRefusal: CustomStringConvertible {
  /// A phrase for errors, events and metrics.
  var description: String {
    switch self {
    case .notRetryable: "not among the outcomes that are retried"
    case .notIdempotent(let method): "\(method) is not idempotent"
    case .attemptsSpent(let count): "all \(count) attempts are used"
    case .bodyNotReplayable: "body not replayable"
    case .deadline(let remaining): "deadline in \(remaining.wholeMilliseconds) ms"
    case .retryAfterBeyondDeadline(let wait): "Retry-After of \(wait.wholeMilliseconds) ms ends after the deadline"
    case .askedToWait: "the server asks to wait"
    case .budgetEmpty: "budget empty"
    case .hedgesSpent: "the extra load that hedges may cause is used up"
    case .forbiddenUpstream: "the caller retries itself"
    case .noOtherEndpoint: "no other endpoint"
    case .circuitOpen: "the circuit is open"
    }
  }
}
