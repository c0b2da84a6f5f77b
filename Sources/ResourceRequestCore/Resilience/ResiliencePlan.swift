// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The effective policies of a service: presets expanded, endpoint policies only with endpoints.
///
/// Pure.
package struct ResiliencePlan: Sendable, Hashable {
  /// The policies as they are configured: what follows is decided from them.
  let configured: ResiliencePolicies
  package let retry: RetryPolicy
  let budget: RetryBudgetPolicy
  /// The attempt timeout of a request that may be sent again after it and has the service's total.
  package let attemptTimeout: Duration?
  /// The service's total timeout.
  let total: Duration?
  /// Whether it is the preset's: a part of the total, of which there is one for each attempt.
  let sharesTotal: Bool
  /// The endpoints, if there are others than the URL.
  let endpoints: [ServiceEndpoint]
  let rules: EndpointRules
  /// Whether its endpoints change while the program runs.
  let areFollowed: Bool

  /// The hedging of a call: its own, else the service's, unless the call has retries of its own.
  func hedge(of own: CallPolicies?) -> HedgePolicy? {
    guard let hedge = own?.hedge else { return own?.retry == nil ? configured.hedging : nil }
    return hedge == .never ? nil : hedge
  }

  /// The timeout of each attempt of a call: its own, else the service's.
  ///
  /// The preset's is a third of the call's own total, and only where another attempt may follow.
  ///
  /// - Parameters:
  ///   - own: the policies of the call.
  ///   - isRepeated: whether another attempt may follow.
  ///   - total: the time that the call has; `nil` for no limit.
  /// - Returns: the timeout; `nil` for none but the call's.
  func attemptTimeout(of own: CallPolicies?, isRepeated: Bool, total: Duration?) -> Duration? {
    if let timeout = own?.attemptTimeout { return timeout }
    guard sharesTotal else { return attemptTimeout }
    return isRepeated ? total.map { $0 / 3 } : nil
  }

  /// Whether a call has an idempotency key: its own, or one that the service's policy gives it.
  func hasKey(_ method: RequestMethod, _ own: CallPolicies?) -> Bool {
    own?.idempotencyKey != nil || configured.idempotencyKey?.methods.contains(method) == true
  }

  /// Whether a retry may follow the timeout of an attempt; what races with it is no retry.
  func retriesTimeouts(of method: RequestMethod, _ own: CallPolicies?) -> Bool {
    let retry = own?.retry ?? retry
    return retry.retriesTimeouts && hedge(of: own) == nil
      && (retry.methods.contains(method) || hasKey(method, own))
  }

  /// Creates the plan of a service from its policies, endpoints and timeouts.
  ///
  /// Endpoints that change while the program runs count as several, even if there is one.
  package init(
    _ policies: ResiliencePolicies,
    _ endpoints: [ServiceEndpoint],
    _ timeouts: Timeouts,
    areFollowed: Bool = false
  ) {
    let isStandard = policies.preset == .standard
    configured = policies
    retry = policies.retry ?? (isStandard && policies.hedging == nil ? .standard : .never)
    budget = policies.retryBudget ?? RetryBudgetPolicy()
    total = timeouts.total?.duration
    sharesTotal = isStandard && timeouts.attempt == nil
    let isRetried = retry.retriesTimeouts && policies.hedging == nil
    attemptTimeout = timeouts.attempt.map(\.length) ?? (isStandard && isRetried ? total.map { $0 / 3 } : nil)
    self.endpoints = endpoints
    var rules = EndpointRules()
    rules.balance = policies.balance ?? .leastRequest
    if endpoints.count > 1 || areFollowed {
      // Failing fast attracts load, so the choice excludes failing endpoints.
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
    self.areFollowed = areFollowed
  }

  /// Whether anything decides where an attempt goes, or whether it is sent.
  var hasPool: Bool { !endpoints.isEmpty || rules.health != nil || areFollowed }

  /// Whether an endpoint can be ejected in favour of another.
  package var hasSeveralEndpoints: Bool { endpoints.count > 1 || areFollowed }

  /// Whether anything may send again, or elsewhere.
  var sends: Bool { hasPool || retry.attempts > 1 || configured.hedging != nil || configured.idempotencyKey != nil }

  /// Whether a call may have to wait, or be rejected locally.
  var limits: Bool { configured.concurrency != nil || configured.rate != nil || configured.throttle != nil }

  /// Whether an attempt has a timeout, or sends its deadline or number.
  var bounds: Bool {
    attemptTimeout != nil || sharesTotal || configured.deadline != nil || configured.attemptHeader != nil
  }
}

extension RetryPolicy {
  /// Whether another attempt may follow one that took too long.
  fileprivate var retriesTimeouts: Bool { attempts > 1 && conditions.contains(.attemptTimeout) }
}
