// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How one attempt ended, as policies see it.
enum AttemptEnd: Sendable, Hashable {
  /// With a response, which may ask to wait.
  case answered(Status, retryAfter: Duration? = nil)
  /// Without one.
  case failed(ResourceError.Code, phase: Attempt.Phase, mayHaveExecuted: Bool)
  /// Nobody waits for it any more.
  case abandoned

  /// The failure of a transport.
  init(_ failure: TransportFailure) {
    self = .failed(failure.code, phase: failure.phase, mayHaveExecuted: failure.mayHaveExecuted)
  }

  /// The condition of a retry that it meets; `nil` for an end that no policy can name.
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

  /// Whether the request provably never reached the server, and another attempt may go better.
  var isUnsent: Bool {
    guard case .failed(_, _, let mayHaveExecuted) = self, !mayHaveExecuted else { return false }
    return condition == .connectFailure || condition == .reset
  }

  /// Whether the time of the whole call was over while the endpoint had it.
  var isOverdue: Bool {
    if case .failed(.deadlineExceeded, let phase, _) = self { phase != .queued } else { false }
  }

  /// Whether the service works: such an end fills the budget.
  var isSuccess: Bool {
    if case .answered(let status, _) = self { !status.isServerError && status != 429 && status != 408 } else { false }
  }
}

extension ResourceError.Code {
  /// An attempt took longer than its timeout, and no other followed.
  public static let attemptTimeout = ResourceError.Code(rawValue: "attemptTimeout")
}
