// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The resilience policies of a service.
///
/// `nil` inherits from `defaults` and is otherwise off; ``preset`` turns on what fits most
/// services.
public struct ResiliencePolicies: Sendable, Hashable {
  /// The preset; single policies override it.
  public var preset: ResiliencePreset?
  /// Load balancing across endpoints.
  public var balance: BalancePolicy?
  /// Retries.
  public var retry: RetryPolicy?
  /// The budget of retries and hedges.
  public var retryBudget: RetryBudgetPolicy?
  /// Idempotency keys.
  public var idempotencyKey: IdempotencyKeyPolicy?
  /// Hedging.
  public var hedge: HedgePolicy?
  /// The hedging, if there is any.
  var hedging: HedgePolicy? { hedge == .never ? nil : hedge }
  /// Outlier detection.
  public var outliers: OutlierPolicy?
  /// The circuit breaker.
  public var breaker: BreakerPolicy?
  /// The panic threshold: below this share of healthy endpoints all are used; 0.5 by default.
  public var panicBelow: Double?
  /// The overprovisioning factor of a priority; 1.4 by default.
  public var overprovision: Double?
  /// Slow start of returning endpoints.
  public var slowStart: SlowStartPolicy?
  /// The concurrency limit.
  public var concurrency: ConcurrencyPolicy?
  /// The queue at the concurrency limit.
  public var queue: QueuePolicy?
  /// The rate limit.
  public var rate: RatePolicy?
  /// Client-side throttling.
  public var throttle: ThrottlePolicy?
  /// Deadline propagation.
  public var deadline: DeadlinePolicy?
  /// The header field for the attempt number, from the second attempt on.
  public var attemptHeader: String?
  /// The default criticality of its calls.
  public var criticality: Criticality?
  /// Fault injection, if the program allows it.
  public var chaos: ChaosPolicy?
  /// Active health checks of endpoints.
  public var health: HealthPolicy?

  /// Creates policies without any set.
  public init() {}

  /// Creates policies from a preset.
  public init(_ preset: ResiliencePreset) { self.preset = preset }
}

/// A set of policies that fits most services.
public enum ResiliencePreset: String, Sendable, Hashable, CaseIterable {
  /// Three attempts within a budget, each with a third of the total timeout; outlier detection with several endpoints,
  /// a circuit breaker with one.
  case standard
}

/// The policies of one call; `nil` inherits from the service.
package struct CallPolicies: Sendable, Hashable {
  /// Retries.
  package var retry: RetryPolicy?
  /// Hedging.
  package var hedge: HedgePolicy?
  /// The idempotency key.
  package var idempotencyKey: String?
  /// The criticality of the call.
  package var criticality: Criticality?
  /// The timeout of one attempt.
  package var attemptTimeout: Duration?

  package init() {}
}
