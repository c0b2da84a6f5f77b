// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The last records, as many as there is room for in bytes.
///
/// Pure; whoever holds it guards it.
struct RecordRing: Sendable {
  /// The room, in bytes.
  let limit: Int
  /// How much of it is used.
  private(set) var cost = 0
  private struct Entry: Sendable {
    var record: FlightRecord
    var cost: Int
  }

  /// How many were moved away from the front.
  private var moved = 0
  /// Those before ``first`` are gone.
  private var entries: [Entry?] = []
  private var first = 0

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// All that are left, the oldest first.
  var records: [FlightRecord] { entries[first...].compactMap { $0?.record } }

  /// Adds a record, and lets go of the oldest ones for it; one that is too large by itself loses its bodies.
  ///
  /// - Returns: its number; `nil` if there is no room.
  @discardableResult
  mutating func add(_ record: FlightRecord) -> Int? {
    var record = record
    var needed = record.cost
    if needed > limit {
      record.dropBodies()
      needed = record.cost
    }
    guard needed <= limit else { return nil }
    entries.append(Entry(record: record, cost: needed))
    let number = moved + entries.count - 1
    cost += needed
    trim()
    return number
  }

  /// Changes a record, unless it is gone.
  mutating func change(_ number: Int, _ change: (inout FlightRecord) -> Void) {
    let place = number - moved
    if place >= first, place < entries.count { self.change(at: place, change) }
  }

  /// Changes the last record of a hop, or of one of its attempts.
  ///
  /// - Returns: whether there is one.
  mutating func changeLast(
    of call: UInt64,
    hop: Int,
    attempt: Int? = nil,
    _ change: (inout FlightRecord) -> Void
  ) -> Bool {
    let place = entries[first...].lastIndex { entry in
      guard let record = entry?.record, record.call == call, record.hop == hop else { return false }
      return attempt == nil || record.attempt == attempt
    }
    guard let place else { return false }
    self.change(at: place, change)
    return true
  }

  private mutating func change(at place: Int, _ change: (inout FlightRecord) -> Void) {
    guard var entry = entries[place] else { return }
    change(&entry.record)
    if entry.record.cost > limit { entry.record.dropBodies() }
    let needed = entry.record.cost
    cost += needed - entry.cost
    entry.cost = needed
    entries[place] = entry
    trim()
  }

  private mutating func trim() {
    while cost > limit, first < entries.count {
      cost -= entries[first]?.cost ?? 0
      entries[first] = nil
      first += 1
    }
    // Moved together only once half of it is empty, so that each record is moved once on average.
    guard first > 64, first > entries.count / 2 else { return }
    entries.removeFirst(first)
    moved += first
    first = 0
  }
}
