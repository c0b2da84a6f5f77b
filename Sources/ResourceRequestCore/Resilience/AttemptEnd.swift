// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The outcome of an attempt, as policies see it.
enum AttemptEnd: Sendable, Hashable {
  /// A response, with its `Retry-After`.
  case answered(Status, retryAfter: Duration? = nil)
  /// A failure without a response.
  case failed(ResourceError.Code, phase: Attempt.Phase, mayHaveExecuted: Bool)
  /// The attempt was cancelled.
  case abandoned

  /// Creates the outcome of a transport failure.
  init(_ failure: TransportFailure) {
    self = .failed(failure.code, phase: failure.phase, mayHaveExecuted: failure.mayHaveExecuted)
  }

  /// The retry condition that it fulfils; `nil` for an outcome that no policy can name.
  var condition: RetryCondition? {
    switch self {
    case .answered(let status, _): .status(status)
    case .failed(let code, _, _):
      switch code {
      case .nameNotResolved, .connectFailed, .connectTimeout, .tlsHandshakeFailed, .proxyFailed: .connectFailure
      case .connectionClosed: .reset
      case .attemptTimeout, .readTimeout: .attemptTimeout
      default: nil
      }
    case .abandoned: nil
    }
  }

  /// Whether the request certainly never reached the server, and another attempt may succeed.
  var isUnsent: Bool {
    guard case .failed(_, _, let mayHaveExecuted) = self, !mayHaveExecuted else { return false }
    return condition == .connectFailure || condition == .reset || isAttemptTimeout
  }

  /// Whether the call's deadline passed while the endpoint had the request.
  var isOverdue: Bool {
    if case .failed(.deadlineExceeded, let phase, _) = self { phase != .queued } else { false }
  }

  /// Whether the attempt's time passed.
  var isAttemptTimeout: Bool { if case .failed(.attemptTimeout, _, _) = self { true } else { false } }

  /// Whether the attempt's time passed while it waited for a place of this client's.
  var isUnsentTimeout: Bool { if case .failed(.attemptTimeout, phase: .queued, _) = self { true } else { false } }

  /// Whether it counts as a success, which fills the budget.
  var isSuccess: Bool {
    if case .answered(let status, _) = self { !status.isServerError && status != 429 && status != 408 } else { false }
  }
}
