// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Assembly {
  /// The assembly of a call that starts now: the one on trial, or the current one.
  ///
  /// Separate, so that calls without a trial do not pay for it.
  @inline(never)
  func drawn(_ environment: RequestEnvironment) -> Assembly {
    guard let trial, trial.takes(environment.randomBits()) else { return self }
    return trial.candidate
  }
}

extension ResourceClient {
  /// Records the outcome of a call during a trial, and ends the trial if enough is known.
  @inline(never)
  func note(_ outcome: RolloutJudge.Outcome, of assembly: Assembly, in trial: RolloutTrial) {
    let isNew = assembly === trial.candidate
    switch trial.note(outcome, isNew: isNew, at: options.environment.clock.now) {
    case .wait: break
    case .take(let reason): end(trial, isTaken: true, reason)
    case .goBack(let reason): end(trial, isTaken: false, reason)
    }
  }

  /// Records a failed call; a cancelled one does not count.
  @inline(never)
  func note(_ error: any Error, of assembly: Assembly, in trial: RolloutTrial) {
    if !(error is CancellationError) { note(.failed, of: assembly, in: trial) }
  }

  /// Ends a trial, unless it has ended.
  ///
  /// - Parameters:
  ///   - trial: the trial.
  ///   - isTaken: whether its configuration is taken for all calls.
  ///   - isJudged: whether outcomes of calls decided; a configuration that is rolled back for them is not tried
  ///     again.
  ///   - reason: the reason.
  /// - Returns: whether this call ended it.
  @discardableResult
  func end(_ trial: RolloutTrial, isTaken: Bool, isJudged: Bool = true, _ reason: String) -> Bool {
    let candidate = trial.candidate
    // The previous state is released after the lock.
    let ended: (before: Assembly, next: Assembly)? = current.withLock { current in
      guard current.trial === trial else { return nil }
      let before = current
      current = isTaken ? candidate : Assembly(current, without: candidate, isRefused: isJudged)
      return (before, current)
    }
    guard let (before, next) = ended else { return false }
    drainConnections(of: before, for: next)
    guard !isTaken else {
      tellTaken(candidate, afterRollout: "generation \(candidate.generation) holds for all calls: \(reason)")
      return true
    }
    let message =
      "generation \(candidate.generation) is rolled back, generation \(before.generation) stays: \(reason)"
    reloads.withLock { reloads in
      reloads.rejected += 1
      reloads.lastRejection = message
      reloads.lastRollout = message
    }
    tell(.rolledBack, candidate, message)
    return true
  }
}

extension RolloutJudge.Outcome {
  /// The outcome of a status.
  init(_ status: Status) {
    self = status.code >= 500 ? .failed : status.code >= 400 ? .refused : .well
  }
}
