// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The policies of a service: limits, retries and hedges, timeouts of attempts, its endpoints and their health, faults.
struct PolicyRoom: Room {
  /// What is kept for a destination.
  struct Kept: Sendable {
    let resilience: ResilienceStates
    /// Background work for its endpoints; `nil` if there is none.
    let upkeep: EndpointUpkeep?
  }

  func keep(_ former: Kept?, at site: Site) -> Kept {
    let hints = site.surroundings.brought((any EndpointHints).self)
    let seed = site.client.options.environment.randomBits()
    let (plan, isOfService) = (site.destination.plan, site.destination.base != nil)
    let states = ResilienceStates(plan, isOfService: isOfService, seed: seed, hints: hints)
    let upkeep = states.own.flatMap { EndpointWork.upkeep(of: site.destination, $0, site.surroundings, site.client) }
    return Kept(resilience: states, upkeep: upkeep)
  }

  func describe(_ kept: Kept, at site: Site, in surroundings: inout Surroundings) {
    let states = kept.resilience
    surroundings.hasRoom = { states.hasRoom(at: $0) }
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site) {
    let (states, client) = (kept.resilience, site.client)
    let policies = states.plan
    if policies.limits { plan.add(states.middleware { LimitMiddleware(state: $0) }, at: .limits) }
    plan.add(StaleConnectionMiddleware(), at: .connections)
    if let chaos = policies.configured.chaos {
      plan.add(ChaosMiddleware(policy: chaos, isAllowed: client.options.mayHaveChaos), at: .faults)
    }
    // A call may ask for retries or hedges, whichever its service has: this one does both.
    let hedging = states.middleware { HedgeMiddleware(state: $0, work: client.work) }
    if policies.configured.hedging != nil {
      plan.add(hedging, at: .sending)
    } else {
      if policies.sends { plan.add(states.middleware { RetryMiddleware(state: $0) }, at: .sending, for: .usual) }
      plan.add(hedging, at: .sending, for: .overriding)
    }
    if policies.limits { plan.add(states.middleware { LimitNotes(state: $0) }, at: .bounds) }
    plan.add(states.middleware { AttemptBounds(state: $0) }, at: .bounds, for: policies.bounds ? .all : .overriding)
  }

  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    let report = kept.resilience.report(at: now)
    let name = status.origin ?? status.name
    status.endpoints = report.endpoints.map { EndpointStatus($0, at: name) }
    if kept.resilience.plan.sends {
      status.retryBudget = ServiceStatus.Share(report.retryTokens, of: Double(report.retryTokenLimit))
    }
    status.concurrency = report.turns.map {
      ServiceStatus.Share(Double($0.active), of: Double($0.limit), waiting: $0.waiting)
    }
    status.pause = report.pause?.inSeconds
    status.throttled = report.refusedShare
    status.hedgesWon = report.hedgesWon
  }
}

extension EndpointStatus {
  fileprivate init(_ endpoint: ResilienceReport.EndpointState, at origin: String) {
    self.init(
      name: endpoint.label ?? origin,
      state: .up,
      active: endpoint.active,
      priority: endpoint.priority,
      weight: endpoint.weight
    )
    totals = ServiceStatus.Totals(endpoint.tally)
    latency = ServiceStatus.Latency(endpoint.tally)
    switch endpoint.condition {
    case .up: break
    case .resting(let left, let cause):
      state = .out
      reason = cause
      seconds = left.inSeconds
    case .failing(let cause):
      state = .failing
      reason = cause
    case .probing(let cause):
      state = .probing
      reason = cause
    }
  }
}
