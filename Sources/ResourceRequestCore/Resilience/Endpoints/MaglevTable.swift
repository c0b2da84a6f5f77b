// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Maps hashes to endpoints so that most hashes keep theirs when endpoints come and go (Maglev).
///
/// The endpoints take places of the table in turn, each in its own order, as often as its weight says.
///
/// Pure.
struct MaglevTable: Sendable, Hashable {
  /// A prime, so that every step visits all places.
  static let size = 65_537

  /// The places, by the position in ``used``.
  private var places: [UInt16]
  /// The endpoints with traffic, by their index in the list.
  private let used: [Int]

  /// Creates a table for at most 65,535 endpoints with traffic, by names, which must be the same in every process, and weights.
  init(names: [String], weights: [Double]) {
    let size = MaglevTable.size
    places = Array(repeating: .max, count: size)
    let most = weights.max() ?? 0
    let used = names.indices.filter { most <= 0 || weights[$0] > 0 }.prefix(Int(UInt16.max))
    self.used = used.isEmpty ? [0] : Array(used)
    guard !used.isEmpty else {
      places = Array(repeating: 0, count: size)
      return
    }
    var turns = used.map { index in
      Turn(
        place: Int(SplitMix64.hash(names[index], seed: 1) % UInt64(size)),
        step: Int(SplitMix64.hash(names[index], seed: 2) % UInt64(size - 1)) + 1,
        gain: most > 0 ? weights[index] / most : 1
      )
    }
    var filled = 0
    while true {
      for turn in turns.indices {
        turns[turn].credit += turns[turn].gain
        guard turns[turn].credit >= 1 else { continue }
        turns[turn].credit -= 1
        while places[turns[turn].place] != .max { turns[turn].advance(size) }
        places[turns[turn].place] = UInt16(turn)
        filled += 1
        if filled == size { return }
      }
    }
  }

  private struct Turn {
    var place: Int
    let step: Int
    let gain: Double
    var credit = 0.0

    mutating func advance(_ size: Int) { place = (place + step) % size }
  }

  subscript(hash: UInt64) -> Int { used[Int(places[Int(hash % UInt64(MaglevTable.size))])] }
}
