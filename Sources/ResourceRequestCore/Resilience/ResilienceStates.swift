// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The states of a destination's policies: one for a service, and one for each origin where requests may go to any.
///
/// The hosts of absolute URLs have nothing to do with one another: what one of them does opens no breaker, takes no
/// permit and pauses no call of another.
final class ResilienceStates: Sendable {
  /// The most origins that are remembered.
  private static let most = 128

  private struct Known {
    let state: ResilienceState
    /// When it was last used, in uses.
    var use: UInt64
  }

  private struct Origins {
    var known: [Origin: Known] = [:]
    var uses: UInt64 = 0
    var seeds: SplitMix64
    /// Those of origins that are forgotten: the number never falls.
    var hedgesWonBefore = 0
  }

  let plan: ResiliencePlan
  /// That of a service; `nil` where each origin has its own.
  let own: ResilienceState?
  /// Those of origins.
  ///
  /// One that is forgotten lives on with the calls that have it.
  private let origins: Lock<Origins>

  init(_ plan: ResiliencePlan, isOfService: Bool, seed: UInt64, hints: (any EndpointHints)?) {
    self.plan = plan
    own = isOfService ? ResilienceState(plan, seed: seed, hints: hints) : nil
    origins = Lock(Origins(seeds: SplitMix64(seed)))
  }

  /// The state for requests to an origin.
  func of(_ origin: Origin, _ clock: any RequestClock) -> ResilienceState {
    if let own { return own }
    // The clock is the program's, and is not asked under the lock.
    let now = clock.now
    let (state, dropped) = origins.withLock { origins -> (ResilienceState, Known?) in
      origins.uses += 1
      if let known = origins.known[origin]?.state {
        origins.known[origin]?.use = origins.uses
        return (known, nil)
      }
      var dropped: Known?
      if origins.known.count == ResilienceStates.most {
        let oldest = origins.known.sorted { $0.value.use < $1.value.use }.prefix(ResilienceStates.most / 2)
        // One in use, or at rest after failures, only if half of them are.
        let victim = (oldest.first { $0.value.state.isQuiet(at: now) } ?? oldest.first)?.key
        if let victim { dropped = origins.known.removeValue(forKey: victim) }
        origins.hedgesWonBefore += dropped?.state.hedgesWon ?? 0
      }
      let state = ResilienceState(plan, seed: origins.seeds.next())
      origins.known[origin] = Known(state: state, use: origins.uses)
      return (state, dropped)
    }
    withExtendedLifetime(dropped) {}
    return state
  }

  /// The state for requests to an origin, for who asks only: one that is not known is as new.
  func known(_ origin: Origin) -> ResilienceState {
    own ?? origins.withLock { $0.known[origin]?.state } ?? ResilienceState(plan, seed: 0)
  }

  /// A middleware that has the state of each request.
  func middleware(_ make: @escaping @Sendable (ResilienceState) -> any Middleware) -> any Middleware {
    own.map(make) ?? OriginMiddleware(states: self, make: make)
  }

  /// Whether there is room for background requests at any of its origins.
  func hasRoom(at now: ContinuousClock.Instant) -> Bool {
    if let own { return own.hasRoom(at: now) }
    let known = origins.withLock { $0.known.values.map(\.state) }
    return known.isEmpty || known.contains { $0.hasRoom(at: now) }
  }

  /// The current state: that of several origins has their endpoints, and of everything else what is tightest.
  func report(at now: ContinuousClock.Instant) -> ResilienceReport {
    if let own { return own.report(at: now) }
    let (known, before) = origins.withLock { ($0.known, $0.hedgesWonBefore) }
    let reports = known.sorted { $0.key.description < $1.key.description }.map { origin, known in
      var report = known.state.report(at: now)
      for place in report.endpoints.indices { report.endpoints[place].label = origin.description }
      return report
    }
    guard var report = reports.min(by: { $0.retryTokens < $1.retryTokens }) else {
      return ResilienceState(plan, seed: 0).report(at: now)
    }
    report.endpoints = reports.flatMap(\.endpoints)
    report.turns = reports.compactMap(\.turns).max { $0.active < $1.active }
    report.pause = reports.compactMap(\.pause).max()
    report.refusedShare = reports.compactMap(\.refusedShare).max()
    report.hedgesWon = reports.reduce(before) { $0 + $1.hedgesWon }
    return report
  }
}

extension ResilienceState {
  /// Whether nothing is lost with it: no call is under way, and nobody is spared.
  fileprivate func isQuiet(at now: ContinuousClock.Instant) -> Bool {
    let report = report(at: now)
    let isIdle = report.turns.map { $0.active + $0.waiting == 0 } != false && (rate?.waiting ?? 0) == 0
    return isIdle && report.pause == nil
      && report.endpoints.allSatisfy { if case .resting = $0.condition { false } else { $0.active == 0 } }
  }
}

/// Sends each request through a middleware with the state of its origin.
private struct OriginMiddleware: Middleware {
  let states: ResilienceStates
  let make: @Sendable (ResilienceState) -> any Middleware

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    try await make(states.of(request.url.origin, context.clock)).send(request, context: context, next: next)
  }
}
