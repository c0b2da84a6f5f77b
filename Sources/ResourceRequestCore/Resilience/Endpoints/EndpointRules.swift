// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How the endpoints of a service are used.
struct EndpointRules: Sendable, Hashable {
  var balance = BalancePolicy.leastRequest
  /// When one rests; `nil` for never by what calls find.
  var health: HealthRules?
  /// The share that may rest at once; at least one, never the last.
  var maxEjected = 0.5
  var panicBelow = 0.5
  var overprovision = 1.4
  var slowStart: SlowStartPolicy?
  /// What a failed attempt counts as in an estimate of latency: failing fast must not attract load.
  var failureCost = Duration.seconds(5)

  /// How many of so many may rest at once.
  func mostResting(of count: Int) -> Int {
    // A service with one endpoint: its rest is that of the service, a breaker.
    guard count > 1 else { return health?.doublesAfterFailedProbe == true ? 1 : 0 }
    return min(count - 1, max(1, Int((Double(count) * maxEjected).rounded(.down))))
  }
}
