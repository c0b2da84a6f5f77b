// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The most attempts of a request, and the longest time.
///
/// Pure.
package struct WorstCase: Sendable, Hashable {
  /// The most attempts, without redirects and logins.
  package var attempts: Int
  /// The longest time until the call ends; `nil` for no limit.
  package var time: Duration?
  /// Why there is only one attempt although a policy allows more; `nil` if there are more, or none are configured.
  package var refusal: String?

  /// Computes the worst case of a request under a plan.
  ///
  /// A `Retry-After` may lengthen the waits, within the total.
  package init(
    _ plan: ResiliencePlan,
    method: RequestMethod,
    isReplayable: Bool = true,
    hasKey: Bool = false,
    _ overrides: CallPolicies? = nil,
    total: Duration?
  ) {
    let retry = overrides?.retry ?? plan.retry
    let hedge = plan.hedge(of: overrides)
    let hasKey =
      hasKey || overrides?.idempotencyKey != nil
      || plan.idempotencyKey.map { $0.methods.contains(method) } ?? false
    let attempt = overrides?.attemptTimeout ?? plan.attemptTimeout
    let wanted = hedge.map(\.attempts) ?? retry.attempts
    let mayRepeat = hedge != nil ? method.isIdempotent || hasKey : hasKey || retry.methods.contains(method)
    if wanted > 1, !mayRepeat {
      refusal = "\(method) is not idempotent"
    } else if wanted > 1, !isReplayable {
      refusal = "the body can be read once only"
    }
    attempts = refusal == nil ? max(1, wanted) : 1
    let limit = total.flatMap { $0 < .longest ? $0 : nil }
    guard let attempt, attempt < .longest else {
      time = limit
      return
    }
    let sum: Duration?
    if attempts > 1, let hedge {
      // They run in parallel: the last one begins after the waits for those before it.
      let wait: Duration? = if case .fixed(let wait) = hedge.after { wait } else { hedge.max }
      sum = wait.map { attempt.clamped + $0.clamped * (attempts - 1) }
    } else {
      let waits =
        attempts > 1 ? (1..<attempts).reduce(Duration.zero) { $0 + retry.backoff.limit(before: $1).clamped } : .zero
      sum = attempt.clamped * attempts + waits
    }
    time = [sum, limit].compactMap(\.self).min()
  }
}
