// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An outcome that is retried.
public enum RetryCondition: Sendable, Hashable {
  /// No connection: lookup, connect or TLS handshake failed.
  case connectFailure
  /// The connection broke before the response was complete.
  case reset
  /// The attempt took longer than its timeout, or the server was silent for longer than the read timeout.
  case attemptTimeout
  /// A response with this status.
  case status(Status)

  /// The default conditions; 500 is not among them, because it is mostly deterministic.
  public static let standard: Set<RetryCondition> = [
    .connectFailure, .reset, .attemptTimeout, .status(408), .status(429), .status(502), .status(503), .status(504),
  ]
}

extension RetryCondition: CustomStringConvertible {
  /// The word or number of the condition in a configuration.
  public var description: String {
    switch self {
    case .connectFailure: "connectFailure"
    case .reset: "reset"
    case .attemptTimeout: "attemptTimeout"
    case .status(let status): "\(status.code)"
    }
  }
}
