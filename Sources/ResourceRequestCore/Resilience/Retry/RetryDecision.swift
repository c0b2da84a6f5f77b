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
  /// How long the service asks all calls to wait.
  var pause: Duration = .zero
  /// Whether there is an untried endpoint that may be used.
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

  func verdict(after end: AttemptEnd, _ bits: inout SplitMix64) -> Verdict {
    guard let condition = end.condition, policy.wantsAnother(after: end, hasKey: hasKey) else {
      return .stop(.notRetryable)
    }
    let isFree = end.isUnsent && !hasResentUnsent && (policy.attempts > 1 || hasOther)
    // Without a retry policy, the reason why there is no retry is not reported either.
    guard isFree || policy.attempts > 1 else { return .stop(.notRetryable) }
    // An unsent request is repeated for every method, but once: a promise that people count on.
    if !isFree {
      guard hasKey || policy.methods.contains(method) else { return .stop(.notIdempotent(method)) }
      guard policy.retries(condition, hasKey: hasKey) else { return .stop(.notRetryable) }
      guard !isForbidden else { return .stop(.forbiddenUpstream) }
      guard attempts < policy.attempts else {
        return .stop(.attemptsSpent(policy.attempts + (hasResentUnsent ? 1 : 0)))
      }
    }
    guard isReplayable else { return .stop(.bodyNotReplayable) }
    // If this endpoint was never reached, another one needs no wait, if the request goes there.
    var wait =
      isFree && hasOther && (policy.prefersOtherEndpoint || policy.attempts == 1)
      ? .zero : self.wait(asked: end.retryAfter, &bits)
    // As after Retry-After, those that wait together do not return together.
    if pause > wait { wait = pause + pause.spread(leaving: remaining.map { $0 - pause }, &bits) }
    if let remaining, max(wait, end.retryAfter?.clamped ?? .zero) >= remaining {
      return .stop(end.retryAfter.map { .retryAfterBeyondDeadline($0) } ?? .deadline(remaining))
    }
    if let remaining, needed > .zero, remaining - wait < needed { return .stop(.deadline(remaining)) }
    return .again(after: wait, isFree: isFree)
  }

  /// The wait: a random time up to the backoff's limit, or what the server asks for plus a random time, so that clients
  /// that were refused together do not return together.
  private func wait(asked: Duration?, _ bits: inout SplitMix64) -> Duration {
    let limit = policy.backoff.limit(before: attempts)
    let backoff = limit * bits.fraction()
    guard let asked else { return backoff }
    let wait = min(max(asked.clamped, backoff), backoff + max(.zero, policy.retryAfterLimit.clamped))
    var spread = min(max(wait, limit), .seconds(5))
    // Spreading clients out matters less than returning before the deadline.
    if let remaining { spread = min(spread, max(.zero, (remaining - wait) / 2)) }
    return wait + spread * bits.fraction()
  }
}

extension RetryPolicy {
  /// Whether an outcome is a reason for another attempt; hardly any is, and then nothing else needs to be checked.
  func wantsAnother(after end: AttemptEnd, hasKey: Bool) -> Bool {
    guard let condition = end.condition else { return false }
    return retries(condition, hasKey: hasKey) || end.isUnsent
  }

  /// Whether a condition may be cured by another attempt.
  func retries(_ condition: RetryCondition, hasKey: Bool) -> Bool {
    // The key belongs to another request: sending this one again never helps (§2.7).
    if hasKey, condition == .status(422) { return false }
    // Another request with the same key is in flight: its response will come (draft-ietf-httpapi-idempotency-key-header
    // §2.6).
    return conditions.contains(condition) || (hasKey && condition == .status(409) && attempts > 1)
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
  package func limit(before attempts: Int) -> Duration {
    // Whatever a program names as times: doubling ends, and no sum overflows.
    let (base, max) = (Swift.max(.zero, base.clamped), Swift.max(.zero, max.clamped))
    var limit = min(base, max)
    var doublings = attempts - 1
    while doublings > 0, limit > .zero, limit < max {
      limit *= 2
      doublings -= 1
    }
    return min(limit, max)
  }

  /// The longest waits of so many attempts in all, however many they are.
  func limits(of attempts: Int) -> Duration {
    var sum = Duration.zero
    var (made, limit) = (1, limit(before: 1))
    while made < attempts {
      let next = self.limit(before: made + 1)
      // Once the limit grows no more, all that follow are equal.
      guard next > limit else { return (sum + limit.times(attempts - made)).clamped }
      sum += limit
      (made, limit) = (made + 1, next)
    }
    return sum.clamped
  }
}

extension Duration {
  /// A multiple of a time that is not negative; at most ``longest``.
  func times(_ count: Int) -> Duration {
    let one = Swift.max(.zero, clamped)
    guard count > 0, one > .zero else { return .zero }
    return Double(count) >= Duration.longest / one ? .longest : one * count
  }
}
