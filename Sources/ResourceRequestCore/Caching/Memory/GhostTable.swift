// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The hashes of recently evicted keys, up to a number.
///
/// A table of groups of four places. A hash without a free place in its group replaces the oldest one there, so some
/// are forgotten early; this costs only a place in the wrong queue.
struct GhostTable {
  private static var group: Int { 4 }

  /// The upper half of a hash, above its sequence number; 0 for none.
  private var places = [UInt64](repeating: 0, count: 64)
  /// The last sequence number; it wraps around.
  private var last: UInt32 = 0
  /// How many of the latest count.
  private var span: UInt32 = 16

  /// Adds a hash; older ones than the latest `count` no longer count.
  mutating func add(_ hash: Int, keeping count: Int) {
    span = UInt32(clamping: max(16, count))
    if places.count < 2 * Int(span) { grow() }
    last &+= 1
    // An unused number.
    if last == 0 { last = 1 }
    put(Self.mark(hash) | UInt64(last), hash)
  }

  /// Removes a hash.
  ///
  /// - Returns: whether it was present.
  mutating func take(_ hash: Int) -> Bool {
    let mark = Self.mark(hash)
    for place in group(of: hash) where places[place] & ~0xFFFF_FFFF == mark && isLate(places[place]) {
      places[place] = 0
      return true
    }
    return false
  }

  private mutating func put(_ ghost: UInt64, _ hash: Int) {
    let group = group(of: hash)
    var oldest = group.lowerBound
    for place in group {
      guard isLate(places[place]) else {
        oldest = place
        break
      }
      if age(places[place]) > age(places[oldest]) { oldest = place }
    }
    places[oldest] = ghost
  }

  /// Doubles the number of places.
  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: old.count * 2)
    // A place is found by the lower bits of the upper half, which each ghost has.
    for ghost in old where isLate(ghost) { put(ghost, Int(truncatingIfNeeded: ghost)) }
  }

  private func group(of hash: Int) -> Range<Int> {
    // There are 64 places, or a power of two times as many.
    let start = Int(UInt64(truncatingIfNeeded: hash) >> 32) & (places.count - 1) & ~(Self.group - 1)
    return start..<start + Self.group
  }

  private func age(_ ghost: UInt64) -> UInt32 { last &- UInt32(truncatingIfNeeded: ghost) }
  private func isLate(_ ghost: UInt64) -> Bool { UInt32(truncatingIfNeeded: ghost) != 0 && age(ghost) < span }
  private static func mark(_ hash: Int) -> UInt64 { UInt64(truncatingIfNeeded: hash) & ~0xFFFF_FFFF }
}
