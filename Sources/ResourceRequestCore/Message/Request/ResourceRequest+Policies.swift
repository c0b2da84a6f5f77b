// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest {
  /// When an attempt is followed by another; `nil` leaves it to the service.
  public var retry: RetryPolicy? {
    get { policies?.value.retry }
    set { change { $0.retry = newValue } }
  }

  /// When a second attempt is made beside the first; `nil` leaves it to the service, which must have a policy of its own.
  public var hedge: HedgePolicy? {
    get { policies?.value.hedge }
    set { change { $0.hedge = newValue } }
  }

  /// The key that makes it safe to repeat, where the service's ``IdempotencyKeyPolicy`` gives it one; `nil` has one made.
  public var idempotencyKey: String? {
    get { policies?.value.idempotencyKey }
    set { change { $0.idempotencyKey = newValue } }
  }

  /// How much depends on it; `nil` leaves it to the task and the service.
  public var criticality: Criticality? {
    get { policies?.value.criticality }
    set { change { $0.criticality = newValue } }
  }

  private mutating func change(_ body: (inout CallPolicies) -> Void) {
    var value = policies?.value ?? CallPolicies()
    body(&value)
    policies = value == CallPolicies() ? nil : Shared(value)
  }

  /// What it says of its policies and of the time of an attempt; `nil` where it says nothing.
  var overrides: Shared<CallPolicies>? {
    guard let attempt = timeouts.attempt else { return policies }
    var value = policies?.value ?? CallPolicies()
    value.attemptTimeout = attempt.length
    return Shared(value)
  }
}
