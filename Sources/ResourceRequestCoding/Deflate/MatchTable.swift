// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds earlier occurrences of bytes in the window: chains of positions by the hash of the four bytes there.
///
/// Positions count from the beginning of the text, modulo 2³². The chains are hints: a position counts only if it is in
/// the window and its bytes are equal, so nothing has to be removed from them.
struct MatchTable: ~Copyable {
  /// The farthest a copy may reach back (RFC 1951 §3.2.5).
  static let reach = 32 << 10
  /// The longest copy.
  static let longest = 258
  /// The shortest copy that is searched; three bytes are seldom worth one.
  static let shortest = 4

  private static let hashBits = 15
  /// The number of positions examined, and the smaller number if there is a good match already.
  private static let effort = (all: 64, less: 16)
  /// A match of this length is good.
  private static let good = 8
  /// A match of this length is taken at once.
  private static let nice = 128

  /// The last place of each hash.
  private let heads: UnsafeMutablePointer<UInt32>
  /// The place before, of the same hash, of each place within reach.
  private let links: UnsafeMutablePointer<UInt32>

  init() {
    heads = .allocate(capacity: 1 << MatchTable.hashBits)
    heads.initialize(repeating: 0, count: 1 << MatchTable.hashBits)
    // Only links of places that were noted are read, so these need no first value.
    links = .allocate(capacity: MatchTable.reach)
  }

  deinit {
    heads.deallocate()
    links.deallocate()
  }

  /// Records a position, and returns the previous one with its hash.
  @inline(__always)
  func note(_ place: UInt32, _ bytes: UnsafePointer<UInt8>) -> UInt32 {
    let hash = Int((bytes.word &* 0x9E37_79B1) &>> UInt32(32 - MatchTable.hashBits))
    let before = heads[hash]
    links[Int(place) & (MatchTable.reach - 1)] = before
    heads[hash] = place
    return before
  }

  /// The longest match for a place that is longer than another.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - bytes: what is there.
  ///   - before: where the hash was before.
  ///   - behind: the number of bytes in the window before it.
  ///   - available: the number of available bytes.
  ///   - shorter: the length to beat.
  /// - Returns: the length and the distance; 0 for none.
  @inline(__always)
  func match(
    at place: UInt32,
    _ bytes: UnsafePointer<UInt8>,
    before: UInt32,
    behind: Int,
    available: Int,
    beating shorter: Int
  ) -> (length: Int, distance: Int) {
    let most = min(MatchTable.longest, available)
    let reach = min(MatchTable.reach, behind)
    var best = max(shorter, MatchTable.shortest - 1)
    var found = (length: 0, distance: 0)
    guard best < most else { return found }
    var turns = shorter >= MatchTable.good ? MatchTable.effort.less : MatchTable.effort.all
    var candidate = before
    var last = 0
    let first = bytes.word
    var tail = (bytes + (best &- 3)).word
    while turns > 0 {
      let distance = Int(place &- candidate)
      guard distance > last, distance <= reach else { break }
      last = distance
      let other = bytes - distance
      if (other + (best &- 3)).word == tail, other.word == first {
        let length = MatchTable.equalCount(bytes, other, most)
        if length > best {
          best = length
          found = (length, distance)
          if length >= MatchTable.nice || length == most { break }
          tail = (bytes + (best &- 3)).word
        }
      }
      candidate = links[Int(candidate) & (MatchTable.reach - 1)]
      turns &-= 1
    }
    return found
  }

  /// The number of equal bytes; up to seven bytes beyond the last are read.
  @inline(__always)
  private static func equalCount(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ most: Int) -> Int {
    var count = 0
    while count < most {
      let difference =
        UnsafeRawPointer(one + count).loadUnaligned(as: UInt64.self)
        ^ UnsafeRawPointer(other + count).loadUnaligned(as: UInt64.self)
      if difference != 0 { return min(most, count &+ difference.littleEndian.trailingZeroBitCount &>> 3) }
      count &+= 8
    }
    return most
  }
}

extension UnsafePointer<UInt8> {
  /// Four bytes as a number, the same on every machine.
  @inline(__always)
  fileprivate var word: UInt32 { UInt32(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt32.self)) }
}
