// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The turns that the clients of a simulation take together: what a server's script does, on the simulation's clock.
final class SimulatedTurns: Sendable {
  private struct Rate: Hashable {
    let address: ValkeyAddress
    let name: String
  }

  private let next = Lock<[Rate: ContinuousClock.Instant]>([:])

  /// Gives out turns of a rate.
  func take(
    _ name: String,
    at address: ValkeyAddress,
    _ quota: FleetQuota,
    _ count: Int,
    within horizon: Duration,
    at now: ContinuousClock.Instant
  ) -> FleetQuota.Grant {
    let rate = Rate(address: address, name: "\(quota.identity):\(name)")
    return next.withLock { next in
      var mine = next[rate] ?? now.advanced(by: .zero - quota.tolerance)
      let grant = quota.take(count, within: horizon, from: &mine, at: now)
      if grant.count > 0 { next[rate] = mine }
      return grant
    }
  }
}
