// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The methods that may be retried although the server may have executed the previous attempt.
public enum RetryMethods: Sendable, Hashable {
  /// Idempotent methods (RFC 9110 §9.2.2), and others that carry an idempotency key.
  case idempotent
  /// These methods, for services that detect repeated requests themselves.
  case listed(Set<RequestMethod>)

  /// Whether a method may be retried.
  public func contains(_ method: RequestMethod) -> Bool {
    switch self {
    case .idempotent: method.isIdempotent
    case .listed(let methods): methods.contains(method)
    }
  }
}
