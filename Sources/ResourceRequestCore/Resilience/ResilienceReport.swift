// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What the policies of a service know at one moment, for those who look on.
package struct ResilienceReport: Sendable, Hashable {
  /// Whether an endpoint is used.
  package enum Condition: Sendable, Hashable {
    case up
    /// It is left out for this long, for a reason.
    case resting(Duration, because: String)
    /// It is left out until its health checks are good, for a reason.
    case failing(because: String)
    /// The next attempts find out whether it works again; the reason is why it was left out.
    case probing(because: String)
  }

  /// One place where a service is served.
  package struct EndpointState: Sendable, Hashable {
    /// Its name or address; `nil` where the URL says where it is.
    package var label: String?
    package var priority = 0
    package var weight = 1
    package var zone: String?
    /// How many attempts are under way there.
    package var active = 0
    package var condition = Condition.up
    /// How attempts there ended.
    package var tally = AttemptTally()
  }

  /// How many calls have a turn.
  package struct Turns: Sendable, Hashable {
    package var active: Int
    package var waiting: Int
    package var limit: Int
  }

  /// In the order of their priorities.
  package var endpoints: [EndpointState] = []
  /// Retries that may be made; what time has added since the last one is not counted.
  package var retryTokens: Double
  package var retryTokenLimit: Int
  package var turns: Turns?
  /// How much longer the service wants to be left alone.
  package var pause: Duration?
  /// The share of calls that end here, since the service refuses most.
  package var refusedShare: Double?
  /// How many second attempts were the ones that counted.
  package var hedgesWon = 0
}

extension ResilienceState {
  /// What is known now.
  package func report(at now: ContinuousClock.Instant) -> ResilienceReport {
    ResilienceReport(
      endpoints: pool?.report(at: now) ?? [],
      retryTokens: budget.withLock { $0.tokens },
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
  /// Counts an attempt as it ended.
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
    // Whoever chooses next wakes it.
    case .resting(let until):
      return until > now ? .resting(now.duration(to: until), because: cause) : .probing(because: cause)
    case .probing: return .probing(because: cause)
    case .failing: return .failing(because: cause)
    }
  }
}
