// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Draws an index with a probability proportional to its weight, in constant time (Vose's alias method).
///
/// Pure.
struct AliasTable: Sendable, Hashable {
  private var threshold: [Double] = []
  private var alias: [Int32] = []
  /// Whether all weights are equal.
  private let isEven: Bool

  /// Creates a table for weights, of which at least one is positive; if all are zero, they count as equal.
  init(_ weights: [Double]) {
    let sum = weights.reduce(0, +)
    isEven = !(sum > 0) || weights.allSatisfy { $0 == weights[0] }
    guard !isEven else {
      alias = Array(repeating: 0, count: weights.count)
      return
    }
    var scaled = weights.map { $0 * Double(weights.count) / sum }
    var small = scaled.indices.filter { scaled[$0] < 1 }
    var large = scaled.indices.filter { scaled[$0] >= 1 }
    threshold = Array(repeating: 1, count: weights.count)
    alias = weights.indices.map { Int32($0) }
    while let one = small.popLast() {
      guard let other = large.popLast() else {
        threshold[one] = 1
        continue
      }
      threshold[one] = scaled[one]
      alias[one] = Int32(other)
      scaled[other] -= 1 - scaled[one]
      if scaled[other] < 1 { small.append(other) } else { large.append(other) }
    }
  }

  func draw(_ bits: inout SplitMix64) -> Int {
    let index = bits.below(alias.count)
    if isEven { return index }
    return bits.fraction() < threshold[index] ? index : Int(alias[index])
  }
}
