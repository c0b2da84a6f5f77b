// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is done so that calls to a service end well although parts of it fail.
///
/// What is `nil` inherits from further out, and is off where nobody says anything; ``preset`` turns on what fits most
/// services.
public struct ResiliencePolicies: Sendable, Hashable {
  /// Policies that hold where no other is named.
  public var preset: ResiliencePreset?
  /// Which endpoint gets the next request.
  public var balance: BalancePolicy?
  /// When an attempt is followed by another.
  public var retry: RetryPolicy?
  /// What retries and hedges may cost.
  public var retryBudget: RetryBudgetPolicy?
  /// Keys that make requests safe to repeat.
  public var idempotencyKey: IdempotencyKeyPolicy?
  /// When a second attempt is made beside the first.
  public var hedge: HedgePolicy?
  /// When an endpoint that fails is left out.
  public var outliers: OutlierPolicy?
  /// When calls to a lone endpoint end at once.
  public var breaker: BreakerPolicy?
  /// Below which share of healthy endpoints all are used, from 0 to 1; 0.5 unless set.
  public var panicBelow: Double?
  /// How much more than its share of healthy endpoints a priority takes; 1.4 unless set.
  public var overprovision: Double?
  /// How an endpoint that comes back gets its share.
  public var slowStart: SlowStartPolicy?
  /// How many calls may be under way at once.
  public var concurrency: ConcurrencyPolicy?
  /// Who waits where that many are.
  public var queue: QueuePolicy?
  /// How many requests there may be in a time.
  public var rate: RatePolicy?
  /// When calls end here because the service refuses most.
  public var throttle: ThrottlePolicy?
  /// How the service is told when its answer is of no use any more.
  public var deadline: DeadlinePolicy?
  /// The field the number of an attempt stands in, from the second on.
  public var attemptHeader: String?
  /// How much depends on its calls, where neither the call nor its task says.
  public var criticality: Criticality?

  /// Nothing set.
  public init() {}

  /// A preset.
  public init(_ preset: ResiliencePreset) { self.preset = preset }

  /// These policies, and for each that is not set the one of `outer`.
  public func merging(_ outer: ResiliencePolicies) -> ResiliencePolicies {
    var result = self
    result.preset = preset ?? outer.preset
    result.balance = balance ?? outer.balance
    result.retry = retry ?? outer.retry
    result.retryBudget = retryBudget ?? outer.retryBudget
    result.idempotencyKey = idempotencyKey ?? outer.idempotencyKey
    result.hedge = hedge ?? outer.hedge
    result.outliers = outliers ?? outer.outliers
    result.breaker = breaker ?? outer.breaker
    result.panicBelow = panicBelow ?? outer.panicBelow
    result.overprovision = overprovision ?? outer.overprovision
    result.slowStart = slowStart ?? outer.slowStart
    result.concurrency = concurrency ?? outer.concurrency
    result.queue = queue ?? outer.queue
    result.rate = rate ?? outer.rate
    result.throttle = throttle ?? outer.throttle
    result.deadline = deadline ?? outer.deadline
    result.attemptHeader = attemptHeader ?? outer.attemptHeader
    result.criticality = criticality ?? outer.criticality
    return result
  }
}
