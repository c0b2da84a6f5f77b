// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Replaces the configuration, atomically.
  ///
  /// Calls in flight keep the configuration they started with, in their redirects and attempts too; new calls use the
  /// new one. A service that has not changed, its inherited defaults included, keeps its tokens and logins. Connections
  /// and cookies belong to the client and stay. Reloading an equal configuration changes nothing. The observers receive
  /// ``RequestEvent/Kind/reloaded``.
  ///
  /// A configuration with a ``ResourceConfiguration/rollout`` is tried with a share of the calls first; their outcomes
  /// decide whether it is taken or rolled back (``RequestEvent/Kind/rolloutStarted``,
  /// ``RequestEvent/Kind/rolloutTaken``, ``RequestEvent/Kind/rolledBack``). A configuration that was rolled back is not
  /// tried again until another one has been taken. Another configuration replaces the one on trial, and the previous
  /// configuration ends the trial.
  ///
  /// - Parameter configuration: the services and the gateway; it was validated when it was read. Without features of its own
  ///   (``ResourceConfiguration/vocabulary``) it is served by those of the current one.
  public func reload(_ configuration: ResourceConfiguration) {
    let before = assembly
    var configuration = configuration
    if configuration.vocabulary == .standard { configuration.vocabulary = before.configuration.vocabulary }
    // Where the trial has ended meanwhile, it may have been taken: then this is another configuration again.
    if let trial = before.trial, before.configuration.isTheSame(as: configuration),
      end(trial, isTaken: false, isJudged: false, "the configuration before was given again")
    {
      return
    }
    var (isRefused, isCurrent) = (false, false)
    swap { before in
      isCurrent = before.configuration == configuration
      isRefused = before.refused.contains { $0.isTheSame(as: configuration) }
      guard !isRefused, !isCurrent,
        before.trial?.candidate.configuration.isTheSame(as: configuration) != true
      else { return nil }
      // Written otherwise, it is no other configuration to try, or to go back from.
      let isSame = before.configuration.means(theSameAs: configuration)
      return Choice(
        configuration: configuration,
        former: isSame ? before.former : before.configuration,
        rollout: isSame || before.configuration.isEmpty ? nil : configuration.rollout
      )
    }
    if isRefused {
      reject("this configuration was rolled back; change it, or remove \"rollout\" to apply it directly")
    }
    // The newest configuration is in use, after one that was not taken.
    if isCurrent { reloads.withLock { $0.lastRejection = nil } }
  }

  /// Restores the configuration before the current one, as a new generation.
  ///
  /// Only one previous configuration is kept: after a rollback there is none until the next reload. A client that
  /// watches a file takes its contents again when the file next changes. If a configuration is on trial, the rollback
  /// ends the trial and changes nothing else.
  ///
  /// - Returns: whether there was a previous configuration.
  @discardableResult
  public func rollback() -> Bool {
    if let trial = assembly.trial { return giveUp(trial) }
    return swap { before in before.former.map { Choice(configuration: $0, former: nil, rollout: nil) } }
  }

  /// Ends a trial for the program; one that was taken meanwhile is gone back from.
  ///
  /// - Returns: whether its configuration is given up by that.
  @discardableResult
  func giveUp(_ trial: RolloutTrial) -> Bool {
    if end(trial, isTaken: false, isJudged: false, "given up by the program") { return true }
    return swap { before in
      guard before === trial.candidate else { return nil }
      return before.former.map { Choice(configuration: $0, former: nil, rollout: nil) }
    }
  }

  /// The decision about the next configuration.
  private struct Choice {
    let configuration: ResourceConfiguration
    /// The configuration for a rollback from there.
    let former: ResourceConfiguration?
    /// How to roll it out; `nil` for at once.
    let rollout: RolloutPolicy?
  }

  /// Creates an assembly by a decision about the current one, and swaps it in.
  ///
  /// - Returns: whether there was such a decision.
  @discardableResult
  private func swap(_ choose: (Assembly) -> Choice?) -> Bool {
    let (parts, clock) = (parts, options.environment.clock)
    while true {
      let before = assembly
      guard let choice = choose(before) else { return false }
      let made = Assembly(choice.configuration, parts, after: before, former: choice.former)
      let trial = choice.rollout.map { RolloutTrial(made, $0, at: clock.now) }
      let next = trial.map { Assembly(before, trying: $0) } ?? made
      // Another reload may have been faster; then the next one follows the configuration of that one.
      let isTaken = current.withLock { current in
        guard current === before else { return false }
        current = next
        return true
      }
      guard isTaken else { continue }
      drainConnections(of: before, for: next)
      if let policy = choice.rollout {
        let plan = "\(policy.percent) % of the calls for \(ReadableTime.text(policy.watch))"
        tell(.rolloutStarted, made, "generation \(made.generation) is tried with \(plan)")
      } else {
        tellTaken(made)
      }
      return true
    }
  }

  /// Lets connections end that were made for destinations that no configuration has any more.
  ///
  /// Calls under way go on; only idle connections are closed, after a time for draining.
  func drainConnections(of before: Assembly, for next: Assembly) {
    let ended = before.lifetimes(endedBy: next)
    if !ended.isEmpty { transport.capabilities.lifetimesEnded(ended) }
  }

  /// Counts a configuration that holds for all calls from now on, and tells the observers.
  ///
  /// - Parameters:
  ///   - assembly: the client's parts for it.
  ///   - rollout: how its trial ended, where there was one.
  func tellTaken(_ assembly: Assembly, afterRollout rollout: String? = nil) {
    reloads.withLock { reloads in
      reloads.taken += 1
      reloads.lastRejection = nil
      reloads.lastRollout = rollout ?? reloads.lastRollout
    }
    if let rollout { tell(.rolloutTaken, assembly, rollout) }
    tell(.reloaded, assembly)
  }

  /// Reports a rejected configuration to the observers, for code that reads configurations itself.
  ///
  /// - Parameter error: the mistakes in the configuration.
  public func reject(_ error: ConfigurationError) {
    let shown = error.issues.prefix(10).map(\.inOneLine)
    let rest = error.issues.count - shown.count
    reject(Redaction.text(shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")))
  }

  private func reject(_ reason: String) {
    reloads.withLock { reloads in
      reloads.rejected += 1
      reloads.lastRejection = reason
    }
    let generation = generation
    tell(.reloadRejected, generation) { event in
      event.message = "the configuration is not taken, generation \(generation) stays: \(reason)"
    }
  }

  /// Reports the result of a reload to the observers.
  func tell(_ kind: RequestEvent.Kind, _ assembly: Assembly, _ message: String? = nil) {
    tell(kind, assembly.generation) { event in
      event.configuration = assembly.configuration.digest
      event.message = message
    }
  }

  private func tell(_ kind: RequestEvent.Kind, _ generation: Int, _ facts: (inout RequestEvent) -> Void) {
    let environment = options.environment
    guard environment.isObserved else { return }
    var event = RequestEvent(id: 0, moment: environment.clock.now, kind: kind)
    event.generation = generation
    facts(&event)
    for observer in environment.observers { observer.observe(event) }
  }
}
