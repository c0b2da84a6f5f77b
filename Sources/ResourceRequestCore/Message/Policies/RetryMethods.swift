// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which methods may be sent again although the server may have acted on the attempt before.
public enum RetryMethods: Sendable, Hashable {
  /// Those that are idempotent (RFC 9110 §9.2.2), and others where an idempotency key goes with them.
  case idempotent
  /// These, whatever they do: for services that detect repetitions themselves.
  case listed(Set<RequestMethod>)

  /// Whether a method may be repeated.
  public func contains(_ method: RequestMethod) -> Bool {
    switch self {
    case .idempotent: method.isIdempotent
    case .listed(let methods): methods.contains(method)
    }
  }
}
