// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoints in rotation, by priority, and the share of each priority.
///
/// Computed when the health of an endpoint changes, so that a choice need not look at all of them.
///
/// Pure.
struct EndpointRotation: Sendable {
  /// The endpoints of one priority.
  struct Level: Sendable {
    let priority: Int
    /// All endpoints of this priority that get traffic.
    let members: [Int]
    /// How many of them are healthy, and how many of these fail and are not ejected, since enough are.
    fileprivate private(set) var healthy = 0
    private var failing = 0
    /// Whether one of these can be reached.
    private var isOverloaded = false
    /// The endpoints in use, healthy or in panic mode.
    var used: [Int] = []
    var isInPanic = false
    private var table = AliasTable([])
    private var order: StrideOrder
    private let byHash: MaglevTable?

    init(
      _ priority: Int,
      _ members: [Int],
      _ entries: [EndpointTable.Entry],
      _ rules: EndpointRules,
      startingAt start: Int
    ) {
      (self.priority, self.members) = (priority, members)
      let weights = members.map { Double(entries[$0].endpoint.weight) }
      order = StrideOrder(weights, startingAt: start)
      if case .hash = rules.balance {
        byHash = MaglevTable(names: members.map { entries[$0].endpoint.label }, weights: weights)
      } else {
        byHash = nil
      }
    }

    /// How many are taken to be well: those that fail are not if they are most.
    fileprivate var well: Int {
      // One that restarts is no reason to use what is ejected; one that is overloaded is, and so is a panic to go on.
      failing * 2 + (isInPanic || isOverloaded ? 1 : 0) > healthy ? healthy - failing : healthy
    }

    fileprivate mutating func count(_ entries: [EndpointTable.Entry], _ rules: HealthRules?) {
      (healthy, failing, isOverloaded) = (0, 0, false)
      for index in members where entries[index].health.isHealthy {
        healthy += 1
        guard let failure = entries[index].health.failure(rules) else { continue }
        failing += 1
        isOverloaded = isOverloaded || failure != .unreachable
      }
    }

    mutating func use(_ entries: [EndpointTable.Entry], inPanic: Bool) {
      isInPanic = inPanic
      used = members.filter { inPanic || entries[$0].health.isHealthy }
      let weights = used.map { Double(entries[$0].endpoint.weight) }
      table = AliasTable(weights)
      order = StrideOrder(weights, startingAt: order.turns)
    }

    func draw(_ bits: inout SplitMix64) -> Int { used[table.draw(&bits)] }

    /// Draws another endpoint than this one, if there is one.
    func draw(_ bits: inout SplitMix64, except one: Int) -> Int {
      for _ in 0..<4 {
        let place = table.draw(&bits)
        if used[place] != one { return used[place] }
        if used.count == 2 { return used[1 - place] }
      }
      return one
    }

    mutating func next() -> Int { used[order.next()] }

    fileprivate var turns: Int { order.turns }

    /// The endpoint of a hash; if it is not in use, another one, always the same.
    func byHash(_ hash: UInt64, excluding tried: [Int], _ entries: [EndpointTable.Entry]) -> Int? {
      guard let byHash else { return nil }
      var hash = hash
      for _ in 0..<32 {
        let index = members[byHash[hash]]
        if isInPanic || entries[index].health.isHealthy, !tried.contains(index) { return index }
        hash = SplitMix64.mixed(hash &+ 1)
      }
      return nil
    }
  }

  var levels: [Level]

  /// The number of endpoints that get traffic.
  let count: Int
  /// Whether one has a weight: without any, all are equal.
  private let isByWeight: Bool

  /// Whether an endpoint gets traffic while it is healthy.
  func contains(_ entry: EndpointTable.Entry) -> Bool { !entry.isGone && (!isByWeight || entry.endpoint.weight > 0) }

  /// The position of round robin, for a rotation that continues from there.
  var turns: Int { levels.first?.turns ?? 0 }

  private var load = PriorityLoad([], overprovision: 1.4, panicBelow: 0.5)

  init(_ entries: [EndpointTable.Entry], _ rules: EndpointRules, startingAt start: Int = 0) {
    let isByWeight = entries.contains { !$0.isGone && $0.endpoint.weight > 0 }
    let used = entries.indices.filter { !entries[$0].isGone && (!isByWeight || entries[$0].endpoint.weight > 0) }
    let members = Dictionary(grouping: used) { entries[$0].endpoint.priority }
    (count, self.isByWeight) = (used.count, isByWeight)
    levels = members.sorted { $0.key < $1.key }.map { Level($0.key, $0.value, entries, rules, startingAt: start) }
    arrange(entries, rules)
  }

  mutating func arrange(_ entries: [EndpointTable.Entry], _ rules: EndpointRules) {
    for index in levels.indices { levels[index].count(entries, rules.health) }
    weigh(rules)
    for index in levels.indices {
      // It may have been left out while there were others: as the last it would not be.
      let isLast = count == 1 && rules.mostResting(of: 1) == 0
      let inPanic = isLast ? levels[index].members.contains { !entries[$0].health.isHealthy } : load.isInPanic[index]
      levels[index].use(entries, inPanic: inPanic && (count > 1 || isLast))
    }
  }

  /// Computes the shares of the priorities.
  private mutating func weigh(_ rules: EndpointRules) {
    // One endpoint with a breaker has no alternative, and sending to it in panic mode is what the breaker prevents.
    let panicBelow = count == 1 ? 0 : rules.panicBelow
    func share(_ healthy: (Int) -> Int) -> PriorityLoad {
      let counts = levels.indices.map { (healthy: healthy($0), all: levels[$0].members.count) }
      return PriorityLoad(counts, overprovision: rules.overprovision, panicBelow: panicBelow)
    }
    let first = share { levels[$0].well }
    // A priority without calls could not show that it is well again.
    load = share { first.shares[$0] > 0 ? levels[$0].well : levels[$0].healthy }
  }

  /// Counts again, since an endpoint fails without being ejected, or no more.
  ///
  /// - Returns: whether the rotation is to be arranged again.
  mutating func recount(_ entry: EndpointTable.Entry, _ entries: [EndpointTable.Entry], _ rules: EndpointRules) -> Bool
  {
    guard let index = levels.firstIndex(where: { $0.priority == entry.endpoint.priority }) else { return false }
    let before = load
    levels[index].count(entries, rules.health)
    weigh(rules)
    return levels.count > 1 ? load != before : load.isInPanic != before.isInPanic
  }

  /// The priority of the next attempt, the same for the same hash; `nil` if no endpoint is usable.
  func level(_ bits: inout SplitMix64, hash: UInt64?) -> Int? {
    if levels.count == 1 { return levels[0].used.isEmpty ? nil : 0 }
    var own = hash.map { SplitMix64($0) }
    let level = load.level(at: own?.fraction() ?? bits.fraction())
    return levels[level].used.isEmpty ? levels.firstIndex { !$0.used.isEmpty } : level
  }

  /// Whether an untried endpoint is in use.
  func hasOther(than tried: [Int]) -> Bool { levels.contains { $0.used.contains { !tried.contains($0) } } }

  /// Any untried endpoint, of this priority first.
  func any(except tried: [Int], from first: Int, _ bits: inout SplitMix64) -> Int? {
    for level in [first] + levels.indices.filter({ $0 != first }) {
      let used = levels[level].used
      guard !used.isEmpty else { continue }
      let start = bits.below(used.count)
      for offset in used.indices {
        let index = used[(start + offset) % used.count]
        if !tried.contains(index) { return index }
      }
    }
    return nil
  }
}

/// The endpoint chosen for an attempt, which is returned at the attempt's end.
struct EndpointChoice: Sendable, Hashable {
  /// The endpoint's index in the table.
  let index: Int
  /// The health period in which the attempt started.
  let period: UInt32
  /// Whether it probes an ejected endpoint.
  var isProbe = false
  /// Whether it was chosen in panic mode, healthy or not, since too few are healthy.
  var inPanic = false
  /// Random bits for its end: to ask the system for more is a system call, and nearly no end needs any.
  var bits: UInt64 = 0
}
