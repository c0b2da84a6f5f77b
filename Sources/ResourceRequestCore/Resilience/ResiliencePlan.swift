// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The policies of one service, all decided: presets spread out, what needs endpoints only where there are some.
///
/// Pure.
package struct ResiliencePlan: Sendable, Hashable {
  let retry: RetryPolicy
  let budget: RetryBudgetPolicy
  let hedge: HedgePolicy?
  let idempotencyKey: IdempotencyKeyPolicy?
  /// How long one attempt may take.
  let attemptTimeout: Duration?
  /// Where it is served, where that is more than its URL says.
  let endpoints: [ServiceEndpoint]
  let rules: EndpointRules
  let concurrency: ConcurrencyPolicy?
  let queue: QueuePolicy?
  let rate: RatePolicy?
  let throttle: ThrottlePolicy?
  let deadline: DeadlinePolicy?
  let attemptHeader: String?
  let criticality: Criticality?
  let chaos: ChaosPolicy?
  let health: HealthPolicy?
  /// Whether its endpoints change while the program runs.
  let areFollowed: Bool

  /// What follows from policies for a service with these endpoints and timeouts, which are all decided.
  ///
  /// Endpoints that change while the program runs are some even where there is one.
  package init(
    _ policies: ResiliencePolicies,
    _ endpoints: [ServiceEndpoint],
    _ timeouts: Timeouts,
    areFollowed: Bool = false
  ) {
    let isStandard = policies.preset == .standard
    hedge = policies.hedge
    retry = policies.retry ?? (isStandard && policies.hedge == nil ? .standard : .never)
    budget = policies.retryBudget ?? RetryBudgetPolicy()
    idempotencyKey = policies.idempotencyKey
    let third = timeouts.total?.duration.map { $0 / 3 }
    attemptTimeout = timeouts.attempt.map(\.length) ?? (isStandard ? third : nil)
    self.endpoints = endpoints
    var rules = EndpointRules()
    rules.balance = policies.balance ?? .leastRequest
    if endpoints.count > 1 || areFollowed {
      // Failing fast attracts load: whoever chooses leaves out what fails.
      let outliers = policies.outliers ?? OutlierPolicy()
      rules.health = outliers == .never ? nil : HealthRules(outliers)
      rules.maxEjected = outliers.maxEjected
    } else if let breaker = policies.breaker ?? (isStandard ? BreakerPolicy() : nil), breaker != .never {
      rules.health = HealthRules(breaker)
    }
    rules.panicBelow = policies.panicBelow ?? rules.panicBelow
    rules.overprovision = policies.overprovision ?? rules.overprovision
    rules.slowStart = policies.slowStart
    rules.failureCost = min(attemptTimeout ?? timeouts.read?.length ?? .seconds(5), .seconds(60))
    self.rules = rules
    concurrency = policies.concurrency
    queue = policies.queue
    rate = policies.rate
    throttle = policies.throttle
    deadline = policies.deadline
    attemptHeader = policies.attemptHeader
    criticality = policies.criticality
    chaos = policies.chaos
    health = policies.health
    self.areFollowed = areFollowed
  }

  /// Whether anything chooses where an attempt goes, or whether.
  var hasPool: Bool { !endpoints.isEmpty || rules.health != nil || areFollowed }

  /// Whether one endpoint may be left out for another.
  var hasSeveralEndpoints: Bool { endpoints.count > 1 || areFollowed }

  /// Whether anything may send again, or elsewhere.
  var sends: Bool { hasPool || retry.attempts > 1 || hedge != nil || idempotencyKey != nil }

  /// Whether a call may have to wait for its turn, or end here.
  var limits: Bool { concurrency != nil || rate != nil || throttle != nil }

  /// Whether an attempt is bounded, or told of its time or number.
  var bounds: Bool { attemptTimeout != nil || deadline != nil || attemptHeader != nil }

  /// Whether a call is made as it would be without any policy.
  var isNothing: Bool { !sends && !limits && !bounds && chaos == nil }
}
