// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What waits in an ``AdmissionQueue``.
protocol AdmissionEntry: LineEntry {
  /// The most of its origin at once, itself included.
  var connectionLimit: Int { get }
}

/// Decides when a request may start: no more at once than there are sockets, no more to an origin than its limit, and one
/// name lookup at a time for a host.
///
/// libcurl has one limit for all hosts, so it is asked only once a request may go. Those who give up while they wait leave
/// the queue at once. Pure: time comes in as nanoseconds, entries are whatever the caller waits with.
struct AdmissionQueue<Key: Hashable, Entry: AdmissionEntry> {
  /// What is known of a host's address.
  private enum Lookup {
    case unknown
    /// Somebody asks; the others wait for the response.
    case running
    /// libcurl remembers the address until then.
    case known(until: UInt64)
  }

  private struct Lane {
    var active = 0
    var waiting = WaitingLine<Entry>()
    var lookup = Lookup.unknown
    /// Whether the host is a name.
    var looksUp = false
    /// Whether it stands in the line of those that wait for sockets alone.
    var isCrowded = false

    var isIdle: Bool {
      guard active == 0, waiting.isEmpty else { return false }
      if case .running = lookup { return false }
      return true
    }
  }

  /// How long an address counts as known: less than the minute libcurl remembers it for.
  static var lookupLifetime: UInt64 { 50_000_000_000 }

  private var lanes: [Key: Lane] = [:]
  /// How many lanes are kept before those that are idle are forgotten.
  private var lanesKept = 1024
  /// The most at once, over all origins.
  ///
  /// ``served(now:)`` says who may start when it has grown.
  var total: Int
  private var active = 0
  /// The origins with a request that could start if there were sockets, served in turn.
  private var crowded: [Key] = []
  /// How many at the front of `crowded` have had their turn.
  private var turns = 0
  /// Those that had started, gave their socket up to wait for a name, and want one again: they go before all others.
  private var returning = WaitingLine<Entry>()

  /// A queue that lets so many go at once.
  init(total: Int = .max) {
    self.total = total
  }

  /// Whether somebody waits for nothing but a socket.
  var isCrowded: Bool { turns < crowded.count || !returning.isEmpty }

  /// Whether a request may start now.
  ///
  /// Where it may not, its entry waits.
  ///
  /// - Parameters:
  ///   - entry: what waits.
  ///   - key: the origin.
  ///   - looksUp: whether the host is a name.
  ///   - hasPlace: whether a place is left for those of this origin alone, beyond the total.
  ///   - now: the time.
  /// - Returns: whether it may start.
  mutating func admit(
    _ entry: Entry,
    to key: Key,
    looksUp: Bool,
    hasPlace: @autoclosure () -> Bool = false,
    now: UInt64
  ) -> Bool {
    if lanes.count > lanesKept { forgetIdle() }
    let hasRoom = active < total || hasPlace()
    let (starts, isCrowded) = change(key) { lane in
      lane.looksUp = looksUp
      guard lane.waiting.isEmpty, Self.mayStart(lane, entry) else {
        lane.waiting.append(entry)
        return (false, false)
      }
      guard hasRoom else {
        lane.waiting.append(entry)
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
  ///
  /// - Parameters:
  ///   - key: the origin.
  ///   - isAside: whether it waited for a name.
  ///   - now: the time.
  /// - Returns: those that may start.
  mutating func ended(for key: Key, isAside: Bool = false, now: UInt64) -> [Entry] {
    if !isAside { active = max(0, active - 1) }
    let isWanted = change(key) { lane in
      lane.active = max(0, lane.active - 1)
      return !lane.waiting.isEmpty
    }
    guard isCrowded else { return isWanted ? release(key, now: now) : [] }
    // Others may have waited longer than those of the same origin.
    crowd(key)
    return served(now: now)
  }

  /// Takes out an entry that gave up while it waited, and returns those that may start now because it stood before them.
  mutating func left(_ entry: Entry, of key: Key, now: UInt64) -> [Entry] {
    guard entry.linePosition >= 0 else { return [] }
    returning.remove(entry)
    let wasNext = change(key) { lane in
      let wasNext = lane.waiting.first === entry
      lane.waiting.remove(entry)
      return wasNext && !lane.waiting.isEmpty
    }
    return wasNext ? release(key, now: now) : []
  }

  /// Takes note that a started request waits for a name and needs no socket meanwhile, and returns those that may start now.
  ///
  /// In the count of its origin it stays.
  mutating func stepsAside(now: UInt64) -> [Entry] {
    active = max(0, active - 1)
    return served(now: now)
  }

  /// Whether one that had stepped aside may go on at once; otherwise it is among the next.
  mutating func comesBack(_ entry: Entry) -> Bool {
    guard active < total, returning.isEmpty else {
      returning.append(entry)
      return false
    }
    active += 1
    return true
  }

  /// Those that waited for nothing but sockets and may start now.
  mutating func served(now: UInt64) -> [Entry] {
    guard isCrowded, active < total else { return [] }
    var entries: [Entry] = []
    while active < total, let entry = returning.takeFirst() {
      active += 1
      entries.append(entry)
    }
    while active < total, turns < crowded.count {
      let next = crowded[turns]
      turns += 1
      change(next) { $0.isCrowded = false }
      let before = entries.count
      entries += release(next, atMost: 1, now: now)
      if entries.count > before, change(next, { !$0.waiting.isEmpty }) { crowd(next) }
    }
    if turns == crowded.count || turns > 1024 {
      crowded.removeFirst(turns)
      turns = 0
    }
    return entries
  }

  /// Empties the queue of an origin: for those who would ask a question just answered.
  mutating func drain(_ key: Key) -> [Entry] {
    change(key) { $0.waiting.takeAll() }
  }

  /// Looks through all lanes only when they have doubled since: many that are busy cost no more than each its own step.
  private mutating func forgetIdle() {
    lanes = lanes.filter { !$0.value.isIdle }
    lanesKept = max(1024, 2 * lanes.count)
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

  private static func mayStart(_ lane: Lane, _ entry: Entry) -> Bool {
    guard lane.active < entry.connectionLimit else { return false }
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
      while entries.count < room, let next = lane.waiting.first, Self.mayStart(lane, next) {
        lane.waiting.remove(next)
        entries.append(next)
        Self.start(&lane, now: now)
      }
      return (entries, room < most && lane.waiting.first.map { Self.mayStart(lane, $0) } ?? false)
    }
    active += entries.count
    if isCrowded { crowd(key) }
    return entries
  }
}
