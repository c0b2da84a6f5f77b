// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides about a configuration on trial, by the outcomes of its calls and those of the previous configuration in the
/// same time.
///
/// Pure.
struct RolloutJudge: Sendable, Hashable {
  /// The outcome of a call.
  enum Outcome: Sendable, Hashable {
    case well
    /// A status from 400 to 499, as for a wrong path or credential.
    case refused
    /// A status from 500 on, or no response.
    case failed
  }

  /// The decision.
  enum Verdict: Sendable, Hashable {
    /// Continue the trial.
    case wait
    /// Take the new configuration, for this reason.
    case take(String)
    /// Roll back, for this reason.
    case goBack(String)
  }

  /// Outcomes of calls.
  struct Tally: Sendable, Hashable {
    private(set) var calls = 0
    private(set) var refused = 0
    private(set) var failed = 0

    mutating func note(_ outcome: Outcome) {
      calls += 1
      if outcome == .refused { refused += 1 }
      if outcome == .failed { failed += 1 }
    }
  }

  /// The fewest calls for a configuration to be taken, and the fewest failures for a rollback.
  static let (leastCalls, leastFailures) = (20, 5)
  /// A configuration with too few calls is taken after this many times its trial period.
  private static let patience = 10

  let policy: RolloutPolicy
  let start: ContinuousClock.Instant
  private(set) var old = Tally()
  private(set) var new = Tally()

  /// The earliest moment to take the new configuration.
  var end: ContinuousClock.Instant { start.advanced(clamping: policy.watch) }

  mutating func note(_ outcome: Outcome, isNew: Bool) {
    if isNew { new.note(outcome) } else { old.note(outcome) }
  }

  /// The decision at a moment.
  func verdict(at now: ContinuousClock.Instant) -> Verdict {
    let isOver = now >= end
    // During the trial only a result that is hardly chance ends it; at the end, one that is probably not chance.
    let certainty = isOver ? 1.64 : 3
    if let reason = objection(certainty) { return .goBack(reason) }
    guard isOver else { return .wait }
    let isKnown = new.calls >= Self.leastCalls
    guard isKnown || now >= start.advanced(clamping: policy.watch.times(Self.patience)) else { return .wait }
    return .take(shown("failed", \.failed) + (isKnown ? "" : "; that is little to judge by"))
  }

  /// The reason for a rollback; `nil` if there is none.
  private func objection(_ certainty: Double) -> String? {
    let kinds = [
      ("failed", \Tally.failed, policy.limit),
      // Many refusals are no fault if there always were as many.
      ("were refused", \Tally.refused, policy.limit.multiple),
    ]
    for (word, count, limit) in kinds {
      let (own, bound) = (new[keyPath: count], limit.bound(beside: old[keyPath: count], of: old.calls))
      guard own >= Self.leastFailures, Self.leastRate(own, of: new.calls, certainty) > bound else { continue }
      return shown(word, count)
    }
    return nil
  }

  private func shown(_ word: String, _ count: KeyPath<Tally, Int>) -> String {
    let rest = old.calls > 0 ? ", \(old[keyPath: count]) of \(old.calls) with the old one" : ""
    return "\(new[keyPath: count]) of \(new.calls) calls with the new one \(word)\(rest)"
  }

  /// The lower bound of the rate for a count (Wilson's interval).
  static func leastRate(_ count: Int, of calls: Int, _ certainty: Double) -> Double {
    let (n, z2) = (Double(calls), certainty * certainty)
    let rate = Double(count) / n
    let spread = certainty * (rate * (1 - rate) / n + z2 / (4 * n * n)).squareRoot()
    return (rate + z2 / (2 * n) - spread) / (1 + z2 / n)
  }
}

extension RolloutPolicy.Limit {
  /// The limit for refusals.
  fileprivate var multiple: RolloutPolicy.Limit {
    if case .times = self { self } else { .times(2) }
  }

  /// The rate above which the configuration is rolled back.
  fileprivate func bound(beside count: Int, of calls: Int) -> Double {
    switch self {
    case .share(let share): return share
    case .times(let factor):
      // One more of each: zero failures in a few calls is weak evidence.
      let rate = Double(count + 1) / Double(calls + 2)
      // If most calls fail anyway there is no such multiple; then it is that of the successful ones.
      return min(factor * rate, 1 - (1 - rate) / factor)
    }
  }
}
