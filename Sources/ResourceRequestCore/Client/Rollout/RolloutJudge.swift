// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Judges a configuration that is tried, by how the calls that are made by it end, and those by the one before meanwhile.
///
/// Pure.
struct RolloutJudge: Sendable, Hashable {
  /// How a call ended.
  enum Outcome: Sendable, Hashable {
    case well
    /// With a status from 400 on, below 500: what a wrong path or credential brings.
    case refused
    /// With a status from 500 on, or without an answer.
    case failed
  }

  /// What is to be done.
  enum Verdict: Sendable, Hashable {
    /// Go on trying.
    case wait
    /// The new one is taken, for this reason.
    case take(String)
    /// The one before comes back, for this reason.
    case goBack(String)
  }

  /// How calls ended.
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

  /// Fewer calls than this say too little for a configuration to be taken, and fewer failures too little for it not to be.
  static let (leastCalls, leastFailures) = (20, 5)
  /// After so many times its time a configuration is taken that hardly anybody calls by.
  private static let patience = 10

  let policy: RolloutPolicy
  let start: ContinuousClock.Instant
  private(set) var old = Tally()
  private(set) var new = Tally()

  init(_ policy: RolloutPolicy, from start: ContinuousClock.Instant) {
    self.policy = policy
    self.start = start
  }

  /// When it is known at the earliest that the new one is taken.
  var end: ContinuousClock.Instant { start.advanced(clamping: policy.watch) }

  mutating func note(_ outcome: Outcome, isNew: Bool) {
    if isNew { new.note(outcome) } else { old.note(outcome) }
  }

  /// What is to be done now.
  func verdict(at now: ContinuousClock.Instant) -> Verdict {
    let isOver = now >= end
    // While it is tried only what can hardly be chance ends it; at the end, what is likely to be none.
    let certainty = isOver ? 1.64 : 3
    if let reason = objection(certainty) { return .goBack(reason) }
    guard isOver else { return .wait }
    let isKnown = new.calls >= Self.leastCalls
    guard isKnown || now >= start.advanced(clamping: policy.watch * Self.patience) else { return .wait }
    let rest = old.calls > 0 ? ", of \(old.calls) by the one before \(old.failed)" : ""
    return .take(
      "of \(new.calls) calls by it \(new.failed) failed\(rest)" + (isKnown ? "" : "; that is little to judge by")
    )
  }

  /// What speaks against the new one; `nil` where nothing does.
  private func objection(_ certainty: Double) -> String? {
    let kinds = [
      ("failed", \Tally.failed, policy.limit),
      // That refusals are many is no fault as long as they always were.
      ("were refused", \Tally.refused, policy.limit.multiple),
    ]
    for (word, count, limit) in kinds {
      let bound = limit.bound(beside: old[keyPath: count], of: old.calls)
      let (own, calls) = (new[keyPath: count], new.calls)
      guard own >= Self.leastFailures, Self.leastRate(own, of: calls, certainty) > bound else { continue }
      return "of \(calls) calls by it \(own) \(word), of \(old.calls) by the one before \(old[keyPath: count])"
    }
    return nil
  }

  /// The least rate that so many of so many calls are likely to stand for (Wilson's interval).
  static func leastRate(_ count: Int, of calls: Int, _ certainty: Double) -> Double {
    let (n, z2) = (Double(calls), certainty * certainty)
    let rate = Double(count) / n
    let spread = certainty * (rate * (1 - rate) / n + z2 / (4 * n * n)).squareRoot()
    return (rate + z2 / (2 * n) - spread) / (1 + z2 / n)
  }
}

extension RolloutPolicy.Limit {
  /// What holds for what is no failure.
  fileprivate var multiple: RolloutPolicy.Limit {
    if case .times = self { self } else { .times(2) }
  }

  /// The rate from which on it is too much.
  fileprivate func bound(beside count: Int, of calls: Int) -> Double {
    switch self {
    case .share(let share): return share
    case .times(let factor):
      // One more of each, since few calls without a failure do not say that there is none.
      let rate = Double(count + 1) / Double(calls + 2)
      // Where most fail anyway there is no such multiple; then it is that of those which succeed.
      return min(factor * rate, 1 - (1 - rate) / factor)
    }
  }
}
