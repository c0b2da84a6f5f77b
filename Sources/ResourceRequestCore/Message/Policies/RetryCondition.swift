// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How an attempt ends that is worth another.
public enum RetryCondition: Sendable, Hashable {
  /// No connection: the name was not found, nobody listened, TLS was not agreed.
  case connectFailure
  /// The connection broke before the answer was whole.
  case reset
  /// The attempt took longer than its timeout, or the server was silent for longer than the read timeout.
  case attemptTimeout
  /// An answer with this status.
  case status(Status)

  /// What is retried unless a policy says otherwise; 500 is not among it, for it is mostly deterministic.
  public static let standard: Set<RetryCondition> = [
    .connectFailure, .reset, .attemptTimeout, .status(408), .status(429), .status(502), .status(503), .status(504),
  ]
}

extension RetryCondition: CustomStringConvertible {
  /// The word or number that stands for it in a configuration.
  public var description: String {
    switch self {
    case .connectFailure: "connectFailure"
    case .reset: "reset"
    case .attemptTimeout: "attemptTimeout"
    case .status(let status): "\(status.code)"
    }
  }
}
