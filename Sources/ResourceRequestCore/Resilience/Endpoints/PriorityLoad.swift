// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Shares the traffic among priorities, and finds those in panic mode.
///
/// As in Envoy, a priority takes traffic up to `overprovision` times its share of healthy endpoints, and the next one
/// takes the rest. If all of them together cannot take it, each priority whose share is below a threshold is in panic
/// mode: all its endpoints are used, healthy or not, since a wrong idea of health must not take a service down. If all
/// priorities are in panic mode, each takes its share of all endpoints.
///
/// Pure.
struct PriorityLoad: Sendable, Hashable {
  /// The share of each priority, from 0 to 1; the sum is 1.
  private(set) var shares: [Double]
  /// Whether each is in panic mode.
  private(set) var isInPanic: [Bool]

  /// Computes the shares of priorities from their numbers of healthy and of all endpoints.
  init(_ levels: [(healthy: Int, all: Int)], overprovision: Double, panicBelow: Double) {
    let health = levels.map { $0.all > 0 ? min(1, overprovision * Double($0.healthy) / Double($0.all)) : 0 }
    let total = min(1, health.reduce(0, +))
    isInPanic = levels.map {
      total == 0 || total < 1 - 1e-9 && $0.all > 0 && Double($0.healthy) < panicBelow * Double($0.all)
    }
    guard zip(levels, isInPanic).contains(where: { $0.all > 0 && !$1 }) else {
      // No health is believed: everything is tried, as there is of it.
      let count = max(1, levels.reduce(0) { $0 + $1.all })
      shares = levels.map { Double($0.all) / Double(count) }
      return
    }
    var left = 1.0
    shares = health.map { health in
      let share = min(left, health / total)
      left -= share
      return share
    }
    // A priority without a healthy endpoint has no share, and one that has is not empty.
    for index in shares.indices where shares[index] < 1e-12 { shares[index] = 0 }
  }

  /// The priority for a fraction from 0 to 1.
  func level(at fraction: Double) -> Int {
    var sum = 0.0
    var last = 0
    for (level, share) in shares.enumerated() where share > 0 {
      sum += share
      last = level
      if fraction < sum { return level }
    }
    return last
  }
}
