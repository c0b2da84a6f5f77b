// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A configuration on trial with a share of a client's calls.
final class RolloutTrial: Sendable {
  /// Its assembly.
  let candidate: Assembly
  private let judge: Lock<RolloutJudge>

  init(_ candidate: Assembly, _ policy: RolloutPolicy, at now: ContinuousClock.Instant) {
    self.candidate = candidate
    judge = Lock(RolloutJudge(policy: policy, start: now))
  }

  /// The current state of the trial.
  var state: RolloutJudge { judge.withLock { $0 } }

  /// Whether a call uses the configuration on trial.
  func takes(_ bits: UInt64) -> Bool {
    var bits = SplitMix64(bits)
    return bits.fraction() < state.policy.share
  }

  /// Records the outcome of a call.
  ///
  /// - Returns: the decision.
  func note(_ outcome: RolloutJudge.Outcome, isNew: Bool, at now: ContinuousClock.Instant) -> RolloutJudge.Verdict {
    judge.withLock { judge in
      judge.note(outcome, isNew: isNew)
      return judge.verdict(at: now)
    }
  }
}
