// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides when a second attempt is made, and whether its load is within the limit.
///
/// Pure; its owner guards it.
struct HedgeTimer: Sendable {
  let policy: HedgePolicy
  private var answers = LatencyHistogram()
  /// Hedges that calls have paid for; only a few are stored, so that the limit of extra load applies over short times
  /// too.
  private var tokens = 1.0
  private static let store = 10.0

  init(_ policy: HedgePolicy) { self.policy = policy }

  /// Counts a call, which may have its own policy, and returns how long to wait for its attempt; `nil` while that is
  /// unknown.
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

  /// Whether another attempt may be sent, which then counts.
  mutating func spend() -> Bool {
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Returns an attempt that was not sent.
  mutating func giveBack() { tokens = min(HedgeTimer.store, tokens + 1) }

  /// Records how long an attempt took, or the time after which another was faster.
  mutating func note(_ duration: Duration) { answers.note(duration) }
}
