// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest {
  /// When a failed attempt is retried; `nil` inherits from the service.
  public var retry: RetryPolicy? {
    get { policies?.value.retry }
    set { change { $0.retry = newValue } }
  }

  /// When a second attempt starts in parallel; `nil` inherits from the service, unless ``retry`` is set.
  public var hedge: HedgePolicy? {
    get { policies?.value.hedge }
    set { change { $0.hedge = newValue } }
  }

  /// The idempotency key, sent in the field of the service's ``IdempotencyKeyPolicy``, or in `Idempotency-Key`.
  ///
  /// `nil` generates one if the policy includes the method.
  public var idempotencyKey: String? {
    get { policies?.value.idempotencyKey }
    set { change { $0.idempotencyKey = newValue } }
  }

  /// The criticality of the call; `nil` inherits from the task, then from the service.
  public var criticality: Criticality? {
    get { policies?.value.criticality }
    set { change { $0.criticality = newValue } }
  }

  private mutating func change(_ body: (inout CallPolicies) -> Void) {
    var value = policies?.value ?? CallPolicies()
    body(&value)
    policies = value == CallPolicies() ? nil : Shared(value)
  }

  /// The policies and the attempt timeout of the request; `nil` if it sets none.
  var overrides: Shared<CallPolicies>? {
    guard let attempt = timeouts.attempt else { return policies }
    var value = policies?.value ?? CallPolicies()
    value.attemptTimeout = attempt.length
    return Shared(value)
  }
}

/// The HTTP versions an exchange may use.
public enum HTTPVersionPolicy: String, Sendable, Hashable, CaseIterable {
  /// The default: HTTP/2 if TLS negotiates it (ALPN, RFC 9113 §3.2), otherwise HTTP/1.1.
  case negotiated
  /// HTTP/1.1 only.
  case http1_1 = "1.1"
  /// HTTP/2 from the first byte, without TLS too (prior knowledge, RFC 9113 §3.3); through an HTTP proxy in tunnels only.
  case http2PriorKnowledge = "2-prior-knowledge"
}

/// Which parts of the caller's trace are propagated to a service.
public struct TracePropagation: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Creates options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The trace context: `traceparent` and `tracestate` (W3C Trace Context), or the fields of another tracer.
  public static let trace = Self(rawValue: 1)
  /// The baggage: `baggage` (W3C Baggage).
  public static let baggage = Self(rawValue: 2)
}
