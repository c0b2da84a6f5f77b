// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Weighted round robin without a queue (gRPC's static stride scheduler).
///
/// Pure.
struct StrideOrder: Sendable, Hashable {
  /// The weights, scaled to the maximum.
  private var weights: [UInt64]
  private var turn: UInt64
  private static let most: UInt64 = 65_535

  /// Starts at a random position, so that clients that start together use different endpoints.
  init(_ weights: [Double], startingAt start: Int) {
    let largest = weights.max() ?? 0
    self.weights = weights.map { weight in
      largest > 0 ? (weight > 0 ? max(1, UInt64(weight / largest * Double(StrideOrder.most))) : 0) : StrideOrder.most
    }
    turn = UInt64(max(0, start))
  }

  /// The position, for an order that continues from there.
  var turns: Int { Int(truncatingIfNeeded: turn & (.max >> 1)) }

  mutating func next() -> Int {
    let count = UInt64(weights.count)
    guard count > 1 else { return 0 }
    // The largest weight is never passed over, so that a round finds one.
    for _ in 0..<(weights.count * 2) {
      let index = turn % count
      let round = turn / count
      turn &+= 1
      let weight = weights[Int(index)]
      let offset = StrideOrder.most / 2 * index
      if weight > 0, (weight &* round &+ offset) % StrideOrder.most >= StrideOrder.most - weight { return Int(index) }
    }
    return Int(turn % count)
  }
}
