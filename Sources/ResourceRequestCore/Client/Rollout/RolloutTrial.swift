// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A configuration that is tried with a share of a client's calls.
final class RolloutTrial: Sendable {
  /// What is made of it.
  let candidate: Assembly
  private let judge: Lock<RolloutJudge>

  init(_ candidate: Assembly, _ policy: RolloutPolicy, at now: ContinuousClock.Instant) {
    self.candidate = candidate
    judge = Lock(RolloutJudge(policy, from: now))
  }

  /// What is known by now.
  var state: RolloutJudge { judge.withLock { $0 } }

  /// Whether a call is made by it.
  func takes(_ bits: UInt64) -> Bool {
    var bits = DrawnBits(bits)
    return bits.fraction() < state.policy.share
  }

  /// Notes how a call ended.
  ///
  /// - Returns: what is to be done.
  func note(
    _ outcome: RolloutJudge.Outcome,
    isNew: Bool,
    at now: ContinuousClock.Instant
  ) -> RolloutJudge.Verdict {
    judge.withLock { judge in
      judge.note(outcome, isNew: isNew)
      return judge.verdict(at: now)
    }
  }
}
