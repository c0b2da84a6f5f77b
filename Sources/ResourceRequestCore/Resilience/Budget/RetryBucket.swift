// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The tokens of a retry budget: successes and time add tokens, each retry or hedge takes one.
///
/// Pure; its owner guards it.
struct RetryBucket: Sendable {
  let policy: RetryBudgetPolicy
  private(set) var tokens: Double
  private var filledAt: ContinuousClock.Instant?
  /// Counts successes, so that a success needs no look at the clock.
  private var successes: UInt64 = 0
  /// The successes that a token was last taken after, and when there were more than before.
  private var seen: (successes: UInt64, at: ContinuousClock.Instant)?
  /// The tokens that may be taken while nothing succeeds.
  private var pace = RetryBucket.mostAtOnce
  private var pacedAt: ContinuousClock.Instant?

  /// Without a success for this long, tokens are taken at a pace: a full bucket at once would double the load of a
  /// service that answers nobody.
  static let quiet = Duration.milliseconds(50)
  static let mostAtOnce = 5.0
  static let perSecond = 8.0

  init(_ policy: RetryBudgetPolicy) {
    self.policy = policy
    tokens = Double(policy.tokens)
  }

  mutating func noteSuccess() {
    tokens = min(Double(policy.tokens), tokens + policy.perSuccess)
    successes &+= 1
  }

  /// Returns a token that was not used.
  mutating func giveBack() {
    tokens = min(Double(policy.tokens), tokens + 1)
    pace = min(RetryBucket.mostAtOnce, pace + 1)
  }

  /// Takes a token; `false` if there is none.
  mutating func spend(at now: ContinuousClock.Instant) -> Bool {
    tokens = level(at: now)
    filledAt = now
    guard tokens >= 1, keepsPace(at: now) else { return false }
    tokens -= 1
    pace = max(0, pace - 1)
    return true
  }

  /// Whether something has succeeded lately, or the pace without successes allows a token.
  private mutating func keepsPace(at now: ContinuousClock.Instant) -> Bool {
    let rate = max(RetryBucket.perSecond, policy.minPerSecond)
    let passed = pacedAt.map { max(0, $0.duration(to: now).inSeconds) } ?? 0
    pace = min(RetryBucket.mostAtOnce, pace + passed * rate)
    pacedAt = now
    guard let seen, seen.successes == successes else {
      seen = (successes, now)
      return true
    }
    return pace >= 1 || seen.at.duration(to: now) < RetryBucket.quiet
  }

  /// Whether there is a token; a bucket that never has any counts as having one.
  func hasTokens(at now: ContinuousClock.Instant) -> Bool { policy.tokens < 1 || level(at: now) >= 1 }

  /// How many there are, with those that time has added.
  func level(at now: ContinuousClock.Instant) -> Double {
    guard let filledAt, policy.minPerSecond > 0 else { return tokens }
    let grown = filledAt.duration(to: now).inSeconds * policy.minPerSecond
    return min(Double(policy.tokens), tokens + max(0, grown))
  }
}
