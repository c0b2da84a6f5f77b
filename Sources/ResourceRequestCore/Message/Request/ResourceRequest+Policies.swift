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
