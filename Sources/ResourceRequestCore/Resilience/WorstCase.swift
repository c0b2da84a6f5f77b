// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The most attempts of a request by its policies, and the longest time that they take.
///
/// What may come on top is a list of its own (``AttemptExtra``), which belongs wherever a worst case is shown.
///
/// Pure.
package struct WorstCase: Sendable, Hashable {
  /// The most attempts.
  package var attempts: Int
  /// The timeout of each attempt; `nil` for none.
  package private(set) var attempt: Duration?
  /// The longest time of the attempts and the waits between them; `nil` for no limit.
  package var time: Duration?
  /// The longest time of the call with everything on top; `nil` for no limit.
  package var total: Duration?
  /// Why there is only one attempt although a policy allows more; `nil` if there are more, or none are configured.
  package var refusal: String?
  /// What the policies themselves add beyond that, in the order in which it is shown.
  package var extras: [AttemptExtra] = []

  /// Computes the worst case of a request under a plan.
  package init(
    _ plan: ResiliencePlan,
    method: RequestMethod,
    isReplayable: Bool = true,
    _ overrides: CallPolicies? = nil,
    total: Duration?
  ) {
    let retry = overrides?.retry ?? plan.retry
    let hedge = plan.hedge(of: overrides)
    let hasKey = plan.hasKey(method, overrides)
    let wanted = hedge.map(\.attempts) ?? retry.attempts
    let mayRepeat = hedge != nil ? method.isIdempotent || hasKey : hasKey || retry.methods.contains(method)
    if wanted > 1, !mayRepeat {
      refusal = "\(method) is not idempotent"
    } else if wanted > 1, !isReplayable {
      refusal = "the body can be read once only"
    }
    attempts = refusal == nil ? max(1, wanted) : 1
    attempt = plan.attemptTimeout(
      of: overrides,
      isRepeated: attempts > 1 && plan.retriesTimeouts(of: method, overrides),
      total: total
    )
    // What was never sent goes out once more: elsewhere, or to the same place if a policy retries.
    if plan.hasSeveralEndpoints || hedge == nil && retry.attempts > 1 { extras.append(.failedConnection) }
    if attempts > 1, hedge == nil { extras.append(.retryAfter) }
    if plan.configured.rate != nil { extras.append(.rate) }
    if plan.configured.concurrency != nil, plan.configured.queue.map({ $0.length > 0 }) ?? false {
      extras.append(.queue)
    }
    self.total = total.flatMap { $0 < .longest ? $0 : nil }
    guard let attempt, attempt < .longest else {
      time = self.total
      return
    }
    // A hedge begins at the end of the attempt before it at the latest: where it was not paid for when that was slow.
    let waits = hedge == nil ? retry.backoff.limits(of: attempts) : .zero
    let sum = (attempt.times(attempts) + waits).clamped
    time = [sum < .longest ? sum : nil, self.total].compactMap(\.self).min()
  }
}
