// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How often a request goes out at most, and how long that takes.
///
/// Pure.
package struct WorstCase: Sendable, Hashable {
  /// The most attempts; redirects and logins are not among them.
  package var attempts: Int
  /// The longest until the call has ended; `nil` for no limit.
  package var time: Duration?
  /// Why there is one attempt only although a policy has more; `nil` where there are more, or none were wanted.
  package var refusal: String?

  /// The worst case of a request under a plan.
  ///
  /// A service that asks to be left alone (`Retry-After`) may make the waits longer, within the total.
  package init(
    _ plan: ResiliencePlan,
    method: RequestMethod,
    isReplayable: Bool = true,
    hasKey: Bool = false,
    _ overrides: CallPolicies? = nil,
    total: Duration?
  ) {
    let retry = overrides?.retry ?? plan.retry
    let hedge = plan.hedge.map { overrides?.hedge ?? $0 }
    let hasKey = hasKey || plan.idempotencyKey.map { $0.methods.contains(method) } ?? false
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
      // They run beside one another: the last one begins after the waits for those before it.
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
