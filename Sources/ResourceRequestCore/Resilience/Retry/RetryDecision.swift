// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides whether an attempt is retried.
///
/// It checks in this order: whether the request was sent, whether the method may be retried, the outcome, the number of
/// attempts, whether the body is replayable, the time left. The caller checks the budget.
///
/// Pure.
struct RetryDecision {
  let policy: RetryPolicy
  /// The number of attempts, without free ones.
  var attempts = 1
  /// Whether an unsent request has been sent again once.
  var hasResentUnsent = false
  var method: RequestMethod
  /// Whether the request has an idempotency key.
  var hasKey = false
  /// Whether the body is replayable; `true` without a body.
  var isReplayable = true
  /// The time left; `nil` for no limit.
  var remaining: Duration?
  /// The time that an attempt needs.
  var needed: Duration = .zero
  /// Whether there is an untried endpoint.
  var hasOther = false
  /// Whether the inbound request's caller retries itself.
  var isForbidden = false

  enum Verdict: Sendable, Hashable {
    /// Send again after a wait.
    ///
    /// - `isFree`: without a token of the budget, and not counted.
    case again(after: Duration, isFree: Bool)
    /// Do not send again.
    case stop(RetryRefusal)
  }

  func verdict(after end: AttemptEnd, _ bits: inout DrawnBits) -> Verdict {
    guard let condition = end.condition, isWorthwhile(condition) || end.isUnsent else { return .stop(.notRetryable) }
    let isFree = end.isUnsent && !hasResentUnsent
    // Where nobody wants retries, nobody wants to hear why there is none.
    guard isFree || policy.attempts > 1 else { return .stop(.notRetryable) }
    if !end.isUnsent {
      guard hasKey || policy.methods.contains(method) else { return .stop(.notIdempotent(method)) }
    }
    if !isFree {
      // What was not sent may be repeated for every method; still somebody must want it.
      guard isWorthwhile(condition) else { return .stop(.notRetryable) }
      guard !isForbidden else { return .stop(.forbiddenUpstream) }
      guard attempts < policy.attempts else { return .stop(.attemptsSpent(policy.attempts)) }
    }
    guard isReplayable else { return .stop(.bodyNotReplayable) }
    // Another endpoint need not be waited for where this one was never reached.
    let wait = isFree && hasOther ? .zero : self.wait(asked: end.retryAfter, &bits)
    if let remaining, wait >= remaining {
      if let asked = end.retryAfter { return .stop(.retryAfterBeyondDeadline(asked)) }
      return .stop(.deadline(remaining))
    }
    if let remaining, needed > .zero, remaining - wait < needed { return .stop(.deadline(remaining)) }
    return .again(after: wait, isFree: isFree)
  }

  private func isWorthwhile(_ condition: RetryCondition) -> Bool {
    // The key belongs to another request: sending this one again never helps (§2.7).
    if hasKey, condition == .status(422) { return false }
    // Another request with the same key is under way: its answer comes (draft-ietf-httpapi-idempotency-key-header §2.6).
    return policy.conditions.contains(condition) || (hasKey && condition == .status(409) && policy.attempts > 1)
  }

  /// The wait: a random time up to the backoff's limit, or what the server asks for plus a random time, so that clients
  /// that were refused together do not return together.
  private func wait(asked: Duration?, _ bits: inout DrawnBits) -> Duration {
    let limit = policy.backoff.limit(before: attempts)
    let backoff = limit * bits.fraction()
    guard let asked else { return backoff }
    let wait = min(max(asked, backoff), backoff + policy.retryAfterLimit)
    var spread = min(max(wait, limit), .seconds(5))
    // To come back apart is worth less than to come back at all.
    if let remaining { spread = min(spread, max(.zero, (remaining - wait) / 2)) }
    return wait + spread * bits.fraction()
  }
}

extension AttemptEnd {
  /// How long the server asks not to be called.
  var retryAfter: Duration? {
    if case .answered(_, let wait) = self { wait } else { nil }
  }
}

extension RetryBackoff {
  /// The longest wait before the retry after this many attempts.
  func limit(before attempts: Int) -> Duration {
    var limit = min(base, max)
    var doublings = attempts - 1
    while doublings > 0, limit < max {
      limit *= 2
      doublings -= 1
    }
    return min(limit, max)
  }
}
