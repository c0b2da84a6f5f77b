// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides when a request may start: no more at once to an origin than its limit, and one name lookup at a time for a host.
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
    return change(key) { lane in
      if lane.hasWaiting || !Self.mayStart(lane, limit: limit, looksUp: looksUp, now: now) {
        lane.waiting.append((entry, limit))
        return false
      }
      Self.start(&lane, looksUp: looksUp, now: now)
      return true
    }
  }

  /// Takes note that a lookup has ended, well or not at all, and returns those that may start now.
  mutating func lookupEnded(for key: Key, found: Bool, now: UInt64) -> [Entry] {
    change(key) { lane in
      guard case .running = lane.lookup else { return [] }
      lane.lookup = found ? .known(until: now + Self.lookupLifetime) : .unknown
      return Self.release(&lane, looksUp: true, now: now)
    }
  }

  /// Takes note that a started request has ended, and returns those that may start now.
  mutating func ended(for key: Key, looksUp: Bool, now: UInt64) -> [Entry] {
    change(key) { lane in
      lane.active = max(0, lane.active - 1)
      return Self.release(&lane, looksUp: looksUp, now: now)
    }
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

  private static func mayStart(_ lane: Lane, limit: Int, looksUp: Bool, now: UInt64) -> Bool {
    guard lane.active < limit else { return false }
    if looksUp, case .running = lane.lookup { return false }
    return true
  }

  private static func start(_ lane: inout Lane, looksUp: Bool, now: UInt64) {
    lane.active += 1
    guard looksUp else { return }
    if case .known(let until) = lane.lookup, now < until { return }
    lane.lookup = .running
  }

  private static func release(_ lane: inout Lane, looksUp: Bool, now: UInt64) -> [Entry] {
    var entries: [Entry] = []
    while lane.hasWaiting, mayStart(lane, limit: lane.waiting[lane.gone].limit, looksUp: looksUp, now: now) {
      entries.append(lane.waiting[lane.gone].entry)
      lane.gone += 1
      start(&lane, looksUp: looksUp, now: now)
    }
    if !lane.hasWaiting || lane.gone > 1024 {
      lane.waiting.removeFirst(lane.gone)
      lane.gone = 0
    }
    return entries
  }
}
