// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of a service's policies at a moment.
package struct ResilienceReport: Sendable, Hashable {
  /// Whether an endpoint is used.
  package enum Condition: Sendable, Hashable {
    case up
    /// It is ejected for this time, for a reason.
    case resting(Duration, because: String)
    /// It is ejected until its health checks succeed, for a reason.
    case failing(because: String)
    /// It is being probed; the reason is that of its ejection.
    case probing(because: String)
  }

  /// The state of an endpoint.
  package struct EndpointState: Sendable, Hashable {
    /// Its name or address; `nil` for the URL's host.
    package var label: String?
    package var priority = 0
    package var weight = 1
    package var zone: String?
    /// The number of attempts in flight.
    package var active = 0
    package var condition = Condition.up
    /// The outcomes of its attempts.
    package var tally = AttemptTally()
  }

  /// The number of calls in flight.
  package struct Turns: Sendable, Hashable {
    package var active: Int
    package var waiting: Int
    package var limit: Int
  }

  /// In the order of their priorities.
  package var endpoints: [EndpointState] = []
  /// The retries left.
  package var retryTokens: Double
  package var retryTokenLimit: Int
  package var turns: Turns?
  /// How much longer the service asks not to be called.
  package var pause: Duration?
  /// The share of calls rejected locally by throttling.
  package var refusedShare: Double?
  /// The number of hedges that brought the response.
  package var hedgesWon = 0
}

extension ResilienceState {
  /// The current state.
  package func report(at now: ContinuousClock.Instant) -> ResilienceReport {
    ResilienceReport(
      endpoints: pool?.report(at: now) ?? [],
      retryTokens: budget.withLock { $0.level(at: now) },
      retryTokenLimit: plan.budget.tokens,
      turns: turns?.report,
      pause: rate?.pausedUntil.flatMap { $0 > now ? now.duration(to: $0) : nil },
      refusedShare: throttle?.withLock { $0.share(at: now) },
      hedgesWon: hedgesWon
    )
  }
}

extension EndpointPool {
  /// The endpoints in the order of their priorities.
  fileprivate func report(at now: ContinuousClock.Instant) -> [ResilienceReport.EndpointState] {
    let listed = listed
    let order = listed.indices.sorted { listed[$0].entry.endpoint.priority < listed[$1].entry.endpoint.priority }
    return order.map { index in
      let (label, entry) = listed[index]
      return ResilienceReport.EndpointState(
        label: label.isEmpty ? nil : label,
        priority: entry.endpoint.priority,
        weight: entry.endpoint.weight,
        zone: entry.endpoint.zone,
        active: entry.active,
        condition: entry.health.condition(at: now),
        tally: entry.tally
      )
    }
  }
}

extension AttemptTally {
  /// Counts the outcome of an attempt.
  mutating func note(_ end: AttemptEnd, after duration: Duration) {
    switch end {
    case .answered(let status, _): note(AttemptLedger.Outcome(status), after: duration)
    case .failed(let code, _, _): note(.failure, after: duration, code: code)
    case .abandoned: note(.cancellation, after: duration)
    }
  }
}

extension EndpointHealth {
  fileprivate func condition(at now: ContinuousClock.Instant) -> ResilienceReport.Condition {
    let cause = reason?.description ?? "it failed"
    switch state {
    case .healthy: return .up
    // The next choice wakes it.
    case .resting(let until):
      return until > now ? .resting(now.duration(to: until), because: cause) : .probing(because: cause)
    case .probing: return .probing(because: cause)
    case .failing: return .failing(because: cause)
    }
  }
}
