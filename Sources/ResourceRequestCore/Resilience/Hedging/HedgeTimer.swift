// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When a second attempt is made, and whether there is load to spare for it.
///
/// Pure; whoever holds it guards it.
struct HedgeTimer: Sendable {
  let policy: HedgePolicy
  private var answers = LatencyHistogram()
  /// Hedges that calls have paid for; few in store, so that the extra load holds over short times too.
  private var tokens = 1.0
  private static let store = 10.0

  init(_ policy: HedgePolicy) { self.policy = policy }

  /// Counts a call, which may have a policy of its own; how long its attempt is waited for, `nil` where nothing is known
  /// yet.
  mutating func begin(_ own: HedgePolicy? = nil) -> Duration? {
    let policy = own ?? policy
    tokens = min(HedgeTimer.store, tokens + policy.maxExtraLoad)
    let delay: Duration?
    switch policy.after {
    case .fixed(let duration): delay = duration
    case .quantile(let share): delay = answers.quantile(share)
    }
    return delay.map { min(max($0, policy.min), policy.max ?? .longest) }
  }

  /// Whether another attempt may go out, which then counts.
  mutating func spend() -> Bool {
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Gives back an attempt that did not go out after all.
  mutating func giveBack() { tokens = min(HedgeTimer.store, tokens + 1) }

  /// Notes how long an attempt took, or that it took longer than this before another was quicker.
  mutating func note(_ duration: Duration) { answers.note(duration) }
}
