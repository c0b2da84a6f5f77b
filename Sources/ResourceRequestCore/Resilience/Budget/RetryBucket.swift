// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The tokens of a retry budget: successes and time put some in, each retry or hedge takes one.
///
/// Pure; whoever holds it guards it.
struct RetryBucket: Sendable {
  let policy: RetryBudgetPolicy
  private(set) var tokens: Double
  private var filledAt: ContinuousClock.Instant?

  init(_ policy: RetryBudgetPolicy) {
    self.policy = policy
    tokens = Double(policy.tokens)
  }

  mutating func noteSuccess() {
    tokens = min(Double(policy.tokens), tokens + policy.perSuccess)
  }

  /// Takes a token; `false` where there is none.
  mutating func spend(at now: ContinuousClock.Instant) -> Bool {
    if let filledAt, policy.minPerSecond > 0 {
      let grown = filledAt.duration(to: now).inSeconds * policy.minPerSecond
      tokens = min(Double(policy.tokens), tokens + max(0, grown))
    }
    filledAt = now
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}

extension Duration {
  /// Seconds, with their fraction.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
