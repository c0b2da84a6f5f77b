// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoints in rotation, by priority, and the share of each priority.
///
/// Computed when the health of an endpoint changes, so that a choice need not look at all of them.
///
/// Pure.
struct EndpointRotation: Sendable {
  /// The endpoints of one priority.
  struct Level: Sendable {
    /// All endpoints of this priority.
    let members: [Int]
    /// The endpoints in use, healthy or in panic mode.
    var used: [Int] = []
    var isInPanic = false
    private var table = AliasTable([])
    private var order: StrideOrder
    private let byHash: MaglevTable?

    init(_ members: [Int], _ entries: [EndpointTable.Entry], _ rules: EndpointRules, startingAt start: Int) {
      self.members = members
      let weights = members.map { Double(entries[$0].endpoint.weight) }
      order = StrideOrder(weights, startingAt: start)
      if case .hash = rules.balance {
        byHash = MaglevTable(names: members.map { entries[$0].endpoint.label }, weights: weights)
      } else {
        byHash = nil
      }
    }

    mutating func use(_ entries: [EndpointTable.Entry], inPanic: Bool) {
      isInPanic = inPanic
      let candidates = members.filter { inPanic || entries[$0].health.isHealthy }
      let weighted = candidates.filter { entries[$0].endpoint.weight > 0 }
      used = weighted.isEmpty ? candidates : weighted
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

  /// The position of round robin, for a rotation that continues from there.
  var turns: Int { levels.first?.turns ?? 0 }

  private var load = PriorityLoad([], overprovision: 1.4, panicBelow: 0.5)

  init(_ entries: [EndpointTable.Entry], _ rules: EndpointRules, startingAt start: Int = 0) {
    let priorities = Set(entries.lazy.filter { !$0.isGone }.map(\.endpoint.priority)).sorted()
    levels = priorities.map { priority in
      let members = entries.indices.filter { !entries[$0].isGone && entries[$0].endpoint.priority == priority }
      return Level(members, entries, rules, startingAt: start)
    }
    arrange(entries, rules)
  }

  mutating func arrange(_ entries: [EndpointTable.Entry], _ rules: EndpointRules) {
    let counts = levels.map { level in
      (healthy: level.members.count { entries[$0].health.isHealthy }, all: level.members.count)
    }
    // One endpoint with a breaker has no alternative, and sending to it in panic mode is what the breaker prevents.
    let count = levels.reduce(0) { $0 + $1.members.count }
    let panicBelow = count == 1 ? 0 : rules.panicBelow
    load = PriorityLoad(counts, overprovision: rules.overprovision, panicBelow: panicBelow)
    for index in levels.indices {
      // It may have been left out while there were others: as the last it would not be.
      let isLast = count == 1 && rules.mostResting(of: 1) == 0
      let inPanic = isLast ? levels[index].members.contains { !entries[$0].health.isHealthy } : load.isInPanic[index]
      levels[index].use(entries, inPanic: inPanic && (count > 1 || isLast))
    }
  }

  /// The priority of the next attempt; `nil` if no endpoint is usable.
  func level(_ bits: inout SplitMix64) -> Int? {
    if levels.count == 1 { return levels[0].used.isEmpty ? nil : 0 }
    let level = load.level(at: bits.fraction())
    return levels[level].used.isEmpty ? levels.firstIndex { !$0.used.isEmpty } : level
  }

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
