// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// When calls arrive: at random, with the average rate of the load's step.
///
/// Pure.
struct LoadPlan: Sendable {
  private let steps: [(at: VirtualMoment, perSecond: Double)]
  private let end: VirtualMoment

  init(_ incident: Simulation.Incident) {
    steps = incident.load.map { (VirtualMoment($0.at), $0.perSecond) }
    end = VirtualMoment(incident.duration)
  }

  /// The moment of the next call; `nil` if there are no more.
  func next(after moment: VirtualMoment, _ random: inout SeededRandom) -> VirtualMoment? {
    var now = moment
    while now < end {
      let rate = steps.last { $0.at <= now }?.perSecond ?? 0
      let limit = min(steps.first { $0.at > now }?.at ?? end, end)
      if rate > 0 {
        let next = now.after(max(1, VirtualMoment(seconds: random.exponential(mean: 1 / rate))))
        if next < limit { return next }
      }
      // Later arrivals do not depend on how long there has been none.
      now = limit
    }
    return nil
  }
}

/// The kind of the next call.
///
/// Pure.
struct CallMix: Sendable {
  private let calls: [Simulation.Incident.Call]
  private let total: Double

  init(_ calls: [Simulation.Incident.Call]) {
    self.calls = calls
    total = calls.reduce(0) { $0 + $1.share }
  }

  /// The request of the next call.
  func next(_ random: inout SeededRandom) -> ResourceRequest {
    var chance = random.unit() * total
    for call in calls.dropLast() {
      if chance < call.share { return call.request(&random) }
      chance -= call.share
    }
    return calls[calls.count - 1].request(&random)
  }
}
