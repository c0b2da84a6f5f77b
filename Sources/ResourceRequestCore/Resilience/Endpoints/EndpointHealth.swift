// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The state machine of an endpoint: healthy → ejected until a moment → probed with permits → healthy.
///
/// Outlier detection, circuit breaker and health checks share it. A permit to probe belongs to the period in which it
/// was given; results from earlier periods are ignored.
///
/// Pure.
struct EndpointHealth: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case healthy
    case resting(until: ContinuousClock.Instant)
    /// The free permits, and the successful probes.
    case probing(free: Int, passed: Int)
    /// Its health checks fail; only they can end this state.
    case failing
  }

  /// A change of state, for events.
  enum Change: Sendable, Hashable {
    case rests(EjectionReason, until: ContinuousClock.Instant)
    /// It is ejected until its checks succeed.
    case failsChecks
    /// Its ejection ends early, since its checks succeed: the next attempts probe it.
    case mayReturn
    case returned
  }

  private(set) var state = State.healthy
  /// Counts the changes of state: attempts know the period in which they started.
  private(set) var period: UInt32 = 0
  /// Why it is ejected or probed.
  private(set) var reason: EjectionReason?
  /// Since when it is healthy.
  private(set) var healthySince: ContinuousClock.Instant?
  private var failuresInRow = 0
  /// Whether the last of them was one to connect: what is overloaded mostly takes too long.
  private var isUnreachable = false
  /// When the first of them ended.
  private var failingSince: ContinuousClock.Instant?
  /// Consecutive checks with the same result: positive for successes, negative for failures.
  private var checksInRow = 0
  /// How much longer than the first ejection the next one is.
  private var repetition = 0
  private var window: OutcomeWindow?

  init(_ rules: HealthRules?) {
    window = rules?.failureRate.map { OutcomeWindow($0.within) }
  }

  var isHealthy: Bool { state == .healthy }

  /// How it fails, if it would be ejected were enough others left: it is used, but not because it is well.
  func failure(_ rules: HealthRules?) -> EndpointVerdict? {
    guard isHealthy, let limit = rules?.consecutive, failuresInRow >= limit else { return nil }
    return isUnreachable ? .unreachable : .failure
  }

  /// Records the outcome of an attempt that started in a period, and returns the change it causes.
  ///
  /// The jitter is a fraction that shortens an ejection; an endpoint is ejected only if enough others are left. An
  /// attempt that is not a probe has no permit to return: it was sent in panic mode. Where other instances doubt it, one
  /// failure is enough.
  mutating func note(
    _ verdict: EndpointVerdict,
    from began: UInt32,
    isProbe: Bool,
    at now: ContinuousClock.Instant,
    _ rules: HealthRules,
    jitter: Double,
    mayRest: Bool,
    isDoubted: Bool = false
  ) -> Change? {
    guard began == period else { return nil }
    switch state {
    case .resting, .failing: return nil
    case .probing(let free, let passed): return noteProbe(verdict, isProbe, free, passed, now, rules, jitter)
    case .healthy: break
    }
    guard verdict != .none else { return nil }
    let failed = verdict != .success
    window?.note(failed: failed, at: now)
    failuresInRow = failed ? failuresInRow &+ 1 : 0
    isUnreachable = verdict == .unreachable
    if failuresInRow == 1 { failingSince = now }
    guard failed, mayRest, let reason = reasonToRest(verdict, isDoubted, now, rules) else { return nil }
    // A time without a failure reduces the ejection that repetitions lengthened.
    if let healthySince, repetition > 0 {
      // A rest of zero, or less, is over at once: nothing is left of its repetitions.
      let rests = rules.rest > .zero ? healthySince.duration(to: now) / rules.rest : .infinity
      repetition -= Int(min(max(0, rests), Double(repetition)))
    }
    return rest(reason, now, rules, jitter)
  }

  private func reasonToRest(
    _ verdict: EndpointVerdict,
    _ isDoubted: Bool,
    _ now: ContinuousClock.Instant,
    _ rules: HealthRules
  ) -> EjectionReason? {
    if verdict == .unreachable, rules.restsAtConnectFailure { return .unreachable }
    if isDoubted { return .hinted }
    if let limit = rules.consecutive, failuresInRow >= limit { return .consecutive(failuresInRow) }
    if let rate = rules.failureRate, let window, window.exceeds(rate) {
      return .rate(failed: Int(window.total.failed), of: Int(window.total.all))
    }
    // Under load a window full of successes hides an outage for half of its length.
    if rules.restsWhenAllFail, let rate = rules.failureRate, failuresInRow >= rate.of, let failingSince,
      failingSince.duration(to: now) >= rate.within.clamped / 10
    {
      return .consecutive(failuresInRow)
    }
    return nil
  }

  private mutating func noteProbe(
    _ verdict: EndpointVerdict,
    _ isProbe: Bool,
    _ free: Int,
    _ passed: Int,
    _ now: ContinuousClock.Instant,
    _ rules: HealthRules,
    _ jitter: Double
  ) -> Change? {
    switch verdict {
    case .none:
      state = .probing(free: isProbe ? free + 1 : free, passed: passed)
      return nil
    case .failure, .unreachable:
      let change = rest(.failedProbe, now, rules, jitter)
      // A check that reaches it then ends its rest, as after the first time.
      if verdict == .unreachable { reason = .unreachable }
      return change
    case .success:
      guard passed + 1 >= rules.probes else {
        let left = rules.probes - passed - 1
        state = .probing(free: min(free, left), passed: passed + 1)
        return nil
      }
      return recover(at: now)
    }
  }

  private mutating func recover(at now: ContinuousClock.Instant) -> Change {
    state = .healthy
    period &+= 1
    reason = nil
    healthySince = now
    failuresInRow = 0
    window?.reset()
    return .returned
  }

  /// Records a health check, and returns the change it causes.
  mutating func noteCheck(isGood: Bool, at now: ContinuousClock.Instant, _ policy: HealthPolicy) -> Change? {
    checksInRow = isGood ? max(0, checksInRow) &+ 1 : min(0, checksInRow) &- 1
    if isGood {
      guard checksInRow >= policy.healthy else { return nil }
      // A check that reaches it proves that it can be reached, and nothing of failures of another kind.
      if case .resting(let until) = state, reason == .unreachable, until > now {
        state = .resting(until: now)
        return .mayReturn
      }
      return state == .failing ? recover(at: now) : nil
    }
    guard state != .failing, -checksInRow >= policy.unhealthy else { return nil }
    state = .failing
    period &+= 1
    reason = .check
    return .failsChecks
  }

  private mutating func rest(
    _ reason: EjectionReason,
    _ now: ContinuousClock.Instant,
    _ rules: HealthRules,
    _ jitter: Double
  ) -> Change {
    if reason == .failedProbe, !rules.doublesAfterFailedProbe { repetition = max(0, repetition - 1) }
    let growth = rules.doublesAfterFailedProbe ? Double(1 << min(repetition, 20)) : Double(repetition + 1)
    let length = min(max(.zero, rules.rest.clamped) * growth, rules.longestRest.clamped) * (1 - jitter)
    repetition += 1
    let until = now.advanced(clamping: length)
    state = .resting(until: until)
    period &+= 1
    self.reason = reason
    // Earlier checks do not show what has happened since.
    checksInRow = 0
    return .rests(reason, until: until)
  }

  /// Starts probing after the ejection.
  mutating func wake(at now: ContinuousClock.Instant, _ rules: HealthRules) {
    guard case .resting(let until) = state, until <= now else { return }
    state = .probing(free: max(1, rules.probes), passed: 0)
    period &+= 1
  }

  /// Takes a permit to probe; returns whether there was one.
  mutating func takeProbe() -> Bool {
    guard case .probing(let free, let passed) = state, free > 0 else { return false }
    state = .probing(free: free - 1, passed: passed)
    return true
  }

  var hasProbe: Bool {
    if case .probing(let free, _) = state { free > 0 } else { false }
  }

  /// The end of its ejection, if it is ejected.
  var restsUntil: ContinuousClock.Instant? {
    if case .resting(let until) = state { until } else { nil }
  }
}

/// The reason for an ejection.
enum EjectionReason: Sendable, Hashable, CustomStringConvertible {
  case unreachable
  case consecutive(Int)
  case rate(failed: Int, of: Int)
  case failedProbe
  /// It failed, as other instances have found.
  case hinted
  /// Its health check failed.
  case check

  /// A phrase for events and errors.
  var description: String {
    switch self {
    case .unreachable: "it could not be reached"
    case .consecutive(let count): "\(count) attempts failed in a row"
    case .rate(let failed, let all): "\(failed) of the latest \(all) attempts failed"
    case .failedProbe: "a probe failed"
    case .hinted: "it failed here as well as for other instances"
    case .check: "its health check failed"
    }
  }
}

extension SlowStartPolicy {
  /// The part of its share that an endpoint gets this long after its return.
  func share(after time: Duration) -> Double {
    guard time < window else { return 1 }
    let progress = Swift.max(0, time / window)
    return Swift.max(min, aggression == 1 ? progress : pow(progress, 1 / aggression))
  }
}
