// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Limits how much of a body one turn of the loop reads before other exchanges continue.
///
/// Pure; turns are identified by their numbers.
struct TurnShare {
  /// The bytes of a turn: copied in some tenths of a millisecond.
  static let bytes = 512 << 10

  private var turn: UInt64 = 0
  private var taken = 0

  /// Counts bytes; returns whether they use up the share of the turn.
  mutating func isUsedUp(by count: Int, in turn: UInt64) -> Bool {
    if turn != self.turn { (self.turn, taken) = (turn, 0) }
    taken += count
    return taken >= Self.bytes
  }
}
