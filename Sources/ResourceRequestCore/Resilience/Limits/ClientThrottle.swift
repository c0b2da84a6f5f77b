// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The share of calls rejected locally while the service rejects most of them (Google's SRE book, chapter 21).
///
/// Pure; its owner guards it.
struct ClientThrottle: Sendable, Hashable {
  let policy: ThrottlePolicy
  /// Requests that were not accepted count as failed.
  private var requests: OutcomeWindow

  init(_ policy: ThrottlePolicy) {
    self.policy = policy
    requests = OutcomeWindow(policy.window)
  }

  /// The share of calls to reject.
  mutating func share(at now: ContinuousClock.Instant, _ criticality: Criticality = .normal) -> Double {
    requests.advance(to: now)
    let all = Double(requests.total.all)
    guard requests.total.all >= policy.atLeast else { return 0 }
    let accepted = all - Double(requests.total.failed)
    // The critical are sent for longer, the sheddable end first. Closer to 1, what is rejected here would itself be the
    // reason to reject more, without end.
    let ratio = max(1.1, policy.ratio * (criticality == .critical ? 2 : criticality == .sheddable ? 0.75 : 1))
    return min(policy.most, max(0, (all - ratio * accepted) / (all + 1)))
  }

  /// Whether to reject a call, which then counts as a request that was not accepted.
  mutating func refuses(
    _ criticality: Criticality,
    at now: ContinuousClock.Instant,
    _ bits: inout SplitMix64
  ) -> Bool {
    let share = share(at: now, criticality)
    guard share > 0, bits.fraction() < share else { return false }
    requests.note(failed: true, at: now)
    return true
  }

  mutating func note(accepted: Bool, at now: ContinuousClock.Instant) {
    requests.note(failed: !accepted, at: now)
  }
}
