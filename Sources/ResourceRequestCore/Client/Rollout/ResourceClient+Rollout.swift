// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Assembly {
  /// What a call is made by that begins now: the configuration that is tried, or the one before.
  ///
  /// Apart from the path of calls while nothing is tried.
  @inline(never)
  func drawn(_ environment: RequestEnvironment) -> Assembly {
    guard let trial, trial.takes(environment.randomBits()) else { return self }
    return trial.candidate
  }
}

extension ResourceClient {
  /// Notes how a call ended while another configuration is tried, and ends the trial where enough is known.
  @inline(never)
  func note(_ outcome: RolloutJudge.Outcome, of assembly: Assembly, in trial: RolloutTrial) {
    let isNew = assembly === trial.candidate
    switch trial.note(outcome, isNew: isNew, at: options.environment.clock.now) {
    case .wait: break
    case .take(let reason): end(trial, isTaken: true, reason)
    case .goBack(let reason): end(trial, isTaken: false, reason)
    }
  }

  /// Notes a call that failed; one that was cancelled says nothing.
  @inline(never)
  func note(_ error: any Error, of assembly: Assembly, in trial: RolloutTrial) {
    if !(error is CancellationError) { note(.failed, of: assembly, in: trial) }
  }

  /// Ends a trial, unless somebody else has.
  ///
  /// - Parameters:
  ///   - trial: which.
  ///   - isTaken: whether its configuration holds for all calls from now on.
  ///   - isJudged: whether that is for how calls ended; what is not taken for that is not tried again.
  ///   - reason: why.
  /// - Returns: whether it was ended here.
  @discardableResult
  func end(_ trial: RolloutTrial, isTaken: Bool, isJudged: Bool = true, _ reason: String) -> Bool {
    let candidate = trial.candidate
    // What was there before is let go of after the lock.
    let before: Assembly? = current.withLock { current in
      guard current.trial === trial else { return nil }
      defer { current = isTaken ? candidate : Assembly(current, without: candidate, isRefused: isJudged) }
      return current
    }
    guard let before else { return false }
    guard !isTaken else {
      tellTaken(candidate, afterRollout: "generation \(candidate.generation) holds for all calls: \(reason)")
      return true
    }
    let message =
      "generation \(candidate.generation) is taken back, generation \(before.generation) stays: \(reason)"
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
  /// What a status says.
  init(_ status: Status) {
    self = status.code >= 500 ? .failed : status.code >= 400 ? .refused : .well
  }
}
