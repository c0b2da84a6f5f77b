// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules for the endpoints of a service.
struct EndpointRules: Sendable, Hashable {
  var balance = BalancePolicy.leastRequest
  /// The rules for ejections by outcomes of calls; `nil` for none.
  var health: HealthRules?
  /// The largest share ejected at once; at least one, never the last.
  var maxEjected = 0.5
  var panicBelow = 0.5
  var overprovision = 1.4
  var slowStart: SlowStartPolicy?
  /// The latency that a failed attempt counts as: fast failures must not attract load.
  var failureCost = Duration.seconds(5)

  /// How many of a number of endpoints may be ejected at once.
  func mostResting(of count: Int) -> Int {
    // A service with one endpoint: its rest is that of the service, a breaker.
    guard count > 1 else { return health?.doublesAfterFailedProbe == true ? 1 : 0 }
    return min(count - 1, max(1, Int((Double(count) * min(max(0, maxEjected), 1)).rounded(.down))))
  }
}
