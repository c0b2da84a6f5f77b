// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides when a request may start: no more at once than there are sockets, no more to an origin than its limit, and one
/// name lookup at a time for a host.
///
/// libcurl has one limit for all hosts, and takes a thread for every lookup, so it is asked only once a request may go.
/// Pure: time comes in as nanoseconds, entries are whatever the caller waits with.
struct AdmissionQueue<Key: Hashable, Entry> {
  /// What is known of a host's address.
  private enum Lookup {
    case unknown
    /// Somebody asks; the others wait for the answer.
    case running
    /// libcurl remembers the address until then.
    case known(until: UInt64)
  }

  private struct Lane {
    var active = 0
    var waiting: [(entry: Entry, limit: Int)] = []
    /// How many at the front of `waiting` have gone.
    var gone = 0
    var lookup = Lookup.unknown
    /// Whether the host is a name.
    var looksUp = false
    /// Whether it stands in the line of those that wait for sockets alone.
    var isCrowded = false

    var hasWaiting: Bool { gone < waiting.count }
    var isIdle: Bool {
      guard active == 0, !hasWaiting else { return false }
      if case .running = lookup { return false }
      return true
    }
  }

  /// How long an address counts as known: less than the minute libcurl remembers it for.
  static var lookupLifetime: UInt64 { 50_000_000_000 }
  /// How many lanes are kept before those that are idle are forgotten.
  private static var lanesKept: Int { 1024 }

  private var lanes: [Key: Lane] = [:]
  /// The most at once, over all origins.
  private let total: Int
  private var active = 0
  /// The origins with a request that could start if there were sockets, served in turn.
  private var crowded: [Key] = []

  /// A queue that lets so many go at once.
  init(total: Int = .max) {
    self.total = total
  }

  /// Whether a request may start now.
  ///
  /// Where it may not, its entry waits.
  ///
  /// - Parameters:
  ///   - entry: what waits.
  ///   - key: the origin.
  ///   - limit: the most at once, its own included.
  ///   - looksUp: whether the host is a name.
  ///   - now: the time.
  /// - Returns: whether it may start.
  mutating func admit(_ entry: Entry, to key: Key, limit: Int, looksUp: Bool, now: UInt64) -> Bool {
    if lanes.count > Self.lanesKept { lanes = lanes.filter { !$0.value.isIdle } }
    let hasRoom = active < total
    let (starts, isCrowded) = change(key) { lane in
      lane.looksUp = looksUp
      guard !lane.hasWaiting, Self.mayStart(lane, limit: limit, now: now) else {
        lane.waiting.append((entry, limit))
        return (false, false)
      }
      guard hasRoom else {
        lane.waiting.append((entry, limit))
        return (false, true)
      }
      Self.start(&lane, now: now)
      return (true, false)
    }
    if isCrowded { crowd(key) }
    if starts { active += 1 }
    return starts
  }

  /// Takes note that a lookup has ended, well or not at all, and returns those that may start now.
  mutating func lookupEnded(for key: Key, found: Bool, now: UInt64) -> [Entry] {
    guard case .running = lanes[key]?.lookup else { return [] }
    change(key) { $0.lookup = found ? .known(until: now + Self.lookupLifetime) : .unknown }
    return release(key, now: now)
  }

  /// Takes note that a started request has ended, and returns those that may start now.
  mutating func ended(for key: Key, now: UInt64) -> [Entry] {
    active = max(0, active - 1)
    let isWanted = change(key) { lane in
      lane.active = max(0, lane.active - 1)
      return lane.hasWaiting
    }
    guard !crowded.isEmpty else { return isWanted ? release(key, now: now) : [] }
    // Others may have waited longer than those of the same origin.
    crowd(key)
    var entries: [Entry] = []
    var line = crowded
    crowded = []
    var served = 0
    while served < line.count, active < total {
      let next = line[served]
      served += 1
      change(next) { $0.isCrowded = false }
      let before = entries.count
      entries += release(next, atMost: 1, now: now)
      if entries.count > before, change(next, { $0.hasWaiting }) {
        change(next) { $0.isCrowded = true }
        line.append(next)
      }
    }
    crowded = Array(line[served...]) + crowded
    return entries
  }

  /// Empties the queue of an origin: for those who would ask a question just answered.
  mutating func drain(_ key: Key) -> [Entry] {
    change(key) { lane in
      let entries = lane.waiting[lane.gone...].map(\.entry)
      lane.waiting = []
      lane.gone = 0
      return entries
    }
  }

  private mutating func change<Result>(_ key: Key, _ body: (inout Lane) -> Result) -> Result {
    body(&lanes[key, default: Lane()])
  }

  private mutating func crowd(_ key: Key) {
    let isNew = change(key) { lane in
      defer { lane.isCrowded = true }
      return !lane.isCrowded
    }
    if isNew { crowded.append(key) }
  }

  private static func mayStart(_ lane: Lane, limit: Int, now: UInt64) -> Bool {
    guard lane.active < limit else { return false }
    if lane.looksUp, case .running = lane.lookup { return false }
    return true
  }

  private static func start(_ lane: inout Lane, now: UInt64) {
    lane.active += 1
    guard lane.looksUp else { return }
    if case .known(let until) = lane.lookup, now < until { return }
    lane.lookup = .running
  }

  /// Starts those of an origin that may.
  private mutating func release(_ key: Key, atMost most: Int = .max, now: UInt64) -> [Entry] {
    let room = min(most, total - active)
    let (entries, isCrowded) = change(key) { lane in
      var entries: [Entry] = []
      while entries.count < room, lane.hasWaiting,
        Self.mayStart(lane, limit: lane.waiting[lane.gone].limit, now: now)
      {
        entries.append(lane.waiting[lane.gone].entry)
        lane.gone += 1
        Self.start(&lane, now: now)
      }
      if !lane.hasWaiting || lane.gone > 1024 {
        lane.waiting.removeFirst(lane.gone)
        lane.gone = 0
      }
      let isCrowded =
        room < most && lane.hasWaiting && Self.mayStart(lane, limit: lane.waiting[lane.gone].limit, now: now)
      return (entries, isCrowded)
    }
    active += entries.count
    if isCrowded { crowd(key) }
    return entries
  }
}
