// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestLoop

/// An entry of an ``AdmissionQueue``.
protocol AdmissionEntry: LineEntry {
  /// The limit of concurrent requests to its origin, itself included; `nil` for the standard one.
  var connectionLimit: Int? { get }
}

/// Decides when a request may start: limits the total, the requests to an origin, and the lookups of a host to one at a
/// time.
///
/// libcurl has one limit for all hosts, so a request is passed to it only once it may start. Cancelled requests leave
/// the queue at once. Pure: time is passed in as nanoseconds, and entries are generic.
struct AdmissionQueue<Key: Hashable, Entry: AdmissionEntry> {
  /// The state of a host's lookup.
  private enum Lookup {
    case unknown
    /// A lookup is running; other requests wait for it.
    case running
    /// libcurl caches the address until then.
    case known(until: UInt64)
  }

  private struct Lane {
    var active = 0
    var waiting = WaitingLine<Entry>()
    var lookup = Lookup.unknown
    /// Whether the host is a name.
    var looksUp = false
    /// Whether it is queued for a socket only.
    var isCrowded = false
    /// Whether requests share connections, so that the standard limit is none of theirs.
    var sharesConnections = false

    var isIdle: Bool {
      guard active == 0, waiting.isEmpty else { return false }
      if case .running = lookup { return false }
      return true
    }
  }

  /// The time an address counts as known: less than the minute that libcurl caches it.
  static var lookupLifetime: UInt64 { 50_000_000_000 }

  private var lanes: [Key: Lane] = [:]
  /// The number of lanes above which idle ones are removed.
  private var lanesKept = 1024
  /// The limit of concurrent requests to all origins.
  ///
  /// ``served(now:)`` returns the requests that may start after it was raised.
  var total: Int
  private var active = 0
  /// The origins with a request that waits for a socket only, served in turn.
  private var crowded: [Key] = []
  /// The number of origins at the front of `crowded` that had their turn.
  private var turns = 0
  /// Started requests that released their socket during a lookup and need one again: they precede all others.
  private var returning = WaitingLine<Entry>()

  /// Creates a queue with a total limit.
  init(total: Int = .max) {
    self.total = total
  }

  /// Whether a request waits for a socket only.
  var isCrowded: Bool { turns < crowded.count || !returning.isEmpty }

  /// Admits a request or queues it.
  ///
  /// - Parameters:
  ///   - entry: the request.
  ///   - key: the origin.
  ///   - looksUp: whether the host is a name.
  ///   - now: the time.
  /// - Returns: whether it may start.
  mutating func admit(_ entry: Entry, to key: Key, looksUp: Bool, now: UInt64) -> Bool {
    if lanes.count > lanesKept { forgetIdle() }
    let hasRoom = active < total
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

  /// Notes that requests to an origin share connections, and returns those that may start now.
  mutating func shares(_ key: Key, now: UInt64) -> [Entry] {
    let isNew = change(key) { lane in
      defer { lane.sharesConnections = true }
      return !lane.sharesConnections
    }
    return isNew ? release(key, now: now) : []
  }

  /// Notes the end of a lookup and returns the requests that may start now.
  mutating func lookupEnded(for key: Key, found: Bool, now: UInt64) -> [Entry] {
    guard case .running = lanes[key]?.lookup else { return [] }
    change(key) { $0.lookup = found ? .known(until: now + Self.lookupLifetime) : .unknown }
    return release(key, now: now)
  }

  /// Notes the end of a started request and returns the requests that may start now.
  ///
  /// - Parameters:
  ///   - key: the origin.
  ///   - isAside: whether it was waiting for a name.
  ///   - now: the time.
  /// - Returns: the requests that may start.
  mutating func ended(for key: Key, isAside: Bool = false, now: UInt64) -> [Entry] {
    if !isAside { active = max(0, active - 1) }
    let isWanted = change(key) { lane in
      lane.active = max(0, lane.active - 1)
      return !lane.waiting.isEmpty
    }
    guard isCrowded else { return isWanted ? release(key, now: now) : [] }
    // Requests of other origins may have waited longer.
    crowd(key)
    return served(now: now)
  }

  /// Removes a cancelled entry and returns the requests behind it that may start now.
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

  /// Notes that a started request waits for a name without a socket, and returns the requests that may start now.
  ///
  /// It still counts toward the limit of its origin.
  mutating func stepsAside(now: UInt64) -> [Entry] {
    active = max(0, active - 1)
    return served(now: now)
  }

  /// Whether a request that had stepped aside may continue at once; otherwise it is among the next.
  mutating func comesBack(_ entry: Entry) -> Bool {
    guard active < total, returning.isEmpty else {
      returning.append(entry)
      return false
    }
    active += 1
    return true
  }

  /// The requests that waited for a socket only and may start now.
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

  /// Empties the queue of an origin whose lookup has just failed.
  mutating func drain(_ key: Key) -> [Entry] {
    change(key) { $0.waiting.takeAll() }
  }

  /// Removes idle lanes only when their number has doubled, so that the cost per request is constant.
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
    let standard = lane.sharesConnections ? .max : ExchangeOptions.standardConnections
    guard lane.active < entry.connectionLimit ?? standard else { return false }
    if lane.looksUp, case .running = lane.lookup { return false }
    return true
  }

  private static func start(_ lane: inout Lane, now: UInt64) {
    lane.active += 1
    guard lane.looksUp else { return }
    if case .known(let until) = lane.lookup, now < until { return }
    lane.lookup = .running
  }

  /// Starts the requests of an origin that may start.
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
