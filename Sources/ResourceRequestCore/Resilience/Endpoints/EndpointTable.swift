// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoints of a service with their states, and the choice of the next one.
///
/// A choice looks at two or three endpoints, however many there are; a change of health looks at all.
///
/// Pure; its owner guards it.
struct EndpointTable: Sendable {
  /// The state of an endpoint.
  struct Entry: Sendable {
    fileprivate(set) var endpoint: ServiceEndpoint
    /// Whether it was removed; attempts in flight may still return to it.
    fileprivate(set) var isGone = false
    var active = 0
    var health: EndpointHealth
    var latency = LatencyEstimate()
    /// Its average response time, in seconds, and the outcomes of its attempts.
    var usual = 0.0
    var tally = AttemptTally()

    init(_ endpoint: ServiceEndpoint, _ rules: HealthRules?) {
      self.endpoint = endpoint
      health = EndpointHealth(rules)
    }

    /// Records the outcome of an attempt, and returns its effect on the endpoint.
    ///
    /// The moment is in seconds since the origin of latency timestamps; `nil` if latencies are not used.
    fileprivate mutating func note(
      _ end: AttemptEnd,
      after duration: Duration,
      at moment: Double?,
      _ rules: EndpointRules
    ) -> EndpointVerdict {
      active -= 1
      var verdict = rules.health?.verdict(of: end, after: duration) ?? end.plainVerdict
      let seconds = duration.inSeconds
      // A timeout shorter than the usual response time says nothing about an endpoint, unless it is probed: others would follow.
      if end.isOverdue { verdict = .failure }
      if seconds < usual, health.isHealthy, end.isOverdue || end.isAttemptTimeout { verdict = .none }
      switch verdict {
      case .success where end.isSuccess:
        if let moment { latency.note(seconds, at: moment) }
        usual = usual > 0 ? usual + (seconds - usual) * 0.1 : seconds
      // An endpoint that refuses at once must not look fast.
      case .success, .failure, .unreachable:
        if let moment { latency.note(max(seconds, rules.failureCost.inSeconds), at: moment) }
      case .none: break
      }
      return verdict
    }
  }

  /// How many turns a choice looks at before it takes any endpoint; mostly one or two are enough.
  private static let turns = 64

  let rules: EndpointRules
  private(set) var entries: [Entry]
  private var rotation: EndpointRotation
  /// The number of endpoints that are ejected or probed.
  private(set) var unhealthy = 0
  /// When the first ejection ends.
  private var wakesAt: ContinuousClock.Instant?
  /// The endpoints that wait for a probe.
  private var probing: [Int] = []
  /// The weights of requests in flight, in a list of their own, which a choice reads alone.
  private var weights: [Double]
  private let usesLatency: Bool
  /// The origin of latency timestamps.
  private var epoch: ContinuousClock.Instant?
  var count: Int { rotation.count }

  init(_ endpoints: [ServiceEndpoint], _ rules: EndpointRules, startingAt start: Int = 0) {
    self.rules = rules
    let entries = endpoints.map { Entry($0, rules.health) }
    self.entries = entries
    weights = endpoints.map { Double(max(1, $0.weight)) }
    usesLatency = rules.balance == .peakEWMA
    rotation = EndpointRotation(entries, rules, startingAt: start)
  }

  // MARK: Choosing

  /// Chooses an endpoint, which has an attempt in flight until ``finish(_:_:after:at:_:)``.
  ///
  /// Endpoints that the call has tried are avoided if another is up; if another one is required, they are excluded.
  /// `nil` if none is left.
  mutating func choose(
    at now: ContinuousClock.Instant,
    _ bits: inout SplitMix64,
    tried: [Int] = [],
    hash: UInt64? = nil,
    needsOther: Bool = false
  ) -> EndpointChoice? {
    if let wakesAt, wakesAt <= now { wake(at: now) }
    // First attempts probe; an attempt after a failure goes to a safe endpoint.
    if !probing.isEmpty, tried.isEmpty, let choice = takeProbe() { return choice }
    var picked = pick(at: now, &bits, tried, hash)
    if picked == nil, !tried.isEmpty {
      // One whose ejection is over is better than one that has failed this call, and a lone one than none.
      if let choice = takeProbe(except: count == 1 && !needsOther ? [] : tried) { return choice }
      if !needsOther { picked = pick(at: now, &bits, [], hash) }
    }
    guard let (index, inPanic) = picked else { return nil }
    entries[index].active += 1
    return EndpointChoice(index: index, period: entries[index].health.period, inPanic: inPanic)
  }

  /// Whether an endpoint that was not tried is in use, or waits for a probe.
  mutating func hasOther(than tried: [Int], at now: ContinuousClock.Instant) -> Bool {
    if let wakesAt, wakesAt <= now { wake(at: now) }
    return rotation.hasOther(than: tried) || !probing.allSatisfy(tried.contains)
  }

  private mutating func takeProbe(except tried: [Int] = []) -> EndpointChoice? {
    for index in probing.reversed() where !tried.contains(index) {
      let mayProbe = entries[index].health.takeProbe()
      if !entries[index].health.hasProbe { probing.removeAll { $0 == index } }
      guard mayProbe else { continue }
      entries[index].active += 1
      return EndpointChoice(index: index, period: entries[index].health.period, isProbe: true)
    }
    return nil
  }

  private mutating func pick(
    at now: ContinuousClock.Instant,
    _ bits: inout SplitMix64,
    _ tried: [Int],
    _ hash: UInt64?
  ) -> (Int, Bool)? {
    guard let level = rotation.level(&bits, hash: hash) else { return nil }
    let inPanic = rotation.levels[level].isInPanic
    switch rules.balance {
    case .hash where hash != nil:
      if let index = rotation.levels[level].byHash(hash ?? 0, excluding: tried, entries) { return (index, inPanic) }
    case .roundRobin:
      // A turn that an endpoint in slow start or a tried one has to leave goes to the next in line, so that the others
      // keep their weights.
      for _ in 0..<EndpointTable.turns {
        let index = rotation.levels[level].next()
        if !tried.contains(index), isWarm(index, at: now, &bits) { return (index, inPanic) }
      }
    case .random, .hash:
      for _ in 0..<EndpointTable.turns {
        let index = rotation.levels[level].draw(&bits)
        if !tried.contains(index), isWarm(index, at: now, &bits) { return (index, inPanic) }
      }
    case .leastRequest, .peakEWMA:
      if let index = better(of: level, at: now, &bits, tried) { return (index, inPanic) }
    }
    return rotation.any(except: tried, from: level, &bits).map { ($0, inPanic) }
  }

  /// The better of two drawn endpoints; a tie goes to the first, so that idle endpoints follow their weights.
  private mutating func better(
    of level: Int,
    at now: ContinuousClock.Instant,
    _ bits: inout SplitMix64,
    _ tried: [Int]
  ) -> Int? {
    let seconds = usesLatency ? self.seconds(now) : 0
    let one = drawWarm(from: level, at: now, &bits)
    let other = rotation.levels[level].draw(&bits, except: one)
    if !tried.isEmpty {
      let (isOneNew, isOtherNew) = (!tried.contains(one), !tried.contains(other))
      guard isOneNew, isOtherNew else { return isOneNew ? one : isOtherNew ? other : nil }
    }
    if one == other { return one }
    return cost(other, at: now, seconds) < cost(one, at: now, seconds) ? other : one
  }

  /// Seconds since the origin of timestamps.
  private mutating func seconds(_ now: ContinuousClock.Instant) -> Double {
    let start = epoch ?? now
    epoch = start
    return start.duration(to: now).inSeconds
  }

  private func cost(_ index: Int, at now: ContinuousClock.Instant, _ seconds: Double) -> Double {
    let (weight, active) = (weights[index] * warmth(index, at: now), entries[index].active)
    // Not one more than are in flight: two idle ones are equal, whatever their weights.
    return usesLatency ? entries[index].latency.cost(active: active, at: seconds) / weight : Double(active) / weight
  }

  /// The share that a returned endpoint gets during slow start.
  private func warmth(_ index: Int, at now: ContinuousClock.Instant) -> Double {
    guard let slowStart = rules.slowStart, let since = entries[index].health.healthySince else { return 1 }
    return slowStart.share(after: since.duration(to: now))
  }

  private func isWarm(_ index: Int, at now: ContinuousClock.Instant, _ bits: inout SplitMix64) -> Bool {
    guard rules.slowStart != nil else { return true }
    let share = warmth(index, at: now)
    return share >= 1 || bits.fraction() < share
  }

  private func drawWarm(from level: Int, at now: ContinuousClock.Instant, _ bits: inout SplitMix64) -> Int {
    var index = rotation.levels[level].draw(&bits)
    guard rules.slowStart != nil else { return index }
    for _ in 0..<4 where !isWarm(index, at: now, &bits) { index = rotation.levels[level].draw(&bits) }
    return index
  }

  // MARK: Outcomes

  /// Returns an endpoint, with the outcome of the attempt; one that never began is not counted.
  mutating func finish(
    _ choice: EndpointChoice,
    _ end: AttemptEnd,
    after duration: Duration,
    at now: ContinuousClock.Instant,
    _ bits: inout SplitMix64,
    isDoubted: Bool = false,
    isAttempt: Bool = true
  ) -> EndpointHealth.Change? {
    let index = choice.index
    if isAttempt { entries[index].tally.note(end, after: duration) }
    let verdict = entries[index].note(end, after: duration, at: usesLatency ? seconds(now) : nil, rules)
    // An endpoint that was removed is neither ejected nor returns.
    guard !entries[index].isGone, let health = rules.health else { return nil }
    let before = entries[index].health.failure(health)
    let change = entries[index].health.note(
      verdict,
      from: choice.period,
      isProbe: choice.isProbe,
      at: now,
      health,
      jitter: 0.1 * bits.fraction(),
      mayRest: unhealthy < rules.mostResting(of: count),
      isDoubted: isDoubted
    )
    let after = entries[index].health.failure(health)
    if change != nil || after != before && rotation.recount(entries[index], entries, rules) {
      arrange(at: now)
    } else if choice.isProbe, entries[index].health.hasProbe, isInUse(index), !probing.contains(index) {
      probing.append(index)
    }
    return change
  }

  private func isInUse(_ index: Int) -> Bool { rotation.contains(entries[index]) }

  /// Notes a check of an endpoint; one that is the last is not left out, whatever a check says, and may come back.
  mutating func noteCheck(
    _ origin: Origin,
    isGood: Bool,
    at now: ContinuousClock.Instant,
    _ policy: HealthPolicy
  ) -> (index: Int, change: EndpointHealth.Change)? {
    guard let index = entries.firstIndex(where: { !$0.isGone && $0.endpoint.origin == origin }),
      count > 1 || isGood || !isInUse(index),
      let change = entries[index].health.noteCheck(isGood: isGood, at: now, policy)
    else { return nil }
    arrange(at: now)
    return (index, change)
  }

  /// Replaces the endpoints; those that stay keep their state, and attempts in flight find their place.
  mutating func update(_ endpoints: [ServiceEndpoint], at now: ContinuousClock.Instant) {
    guard entries.filter({ !$0.isGone }).map(\.endpoint) != endpoints else { return }
    var new = Dictionary(endpoints.enumerated().map { ($1.origin, $0) }) { first, _ in first }
    for index in entries.indices where !entries[index].isGone {
      if let place = new.removeValue(forKey: entries[index].endpoint.origin) {
        entries[index].endpoint = endpoints[place]
      } else {
        entries[index].isGone = true
      }
    }
    for place in new.values.sorted() {
      let entry = Entry(endpoints[place], rules.health)
      if let free = entries.firstIndex(where: { $0.isGone && $0.active == 0 }) {
        entries[free] = entry
      } else {
        entries.append(entry)
      }
    }
    weights = entries.map { Double(max(1, $0.endpoint.weight)) }
    rotation = EndpointRotation(entries, rules, startingAt: rotation.turns)
    arrange(at: now)
  }

  private mutating func wake(at now: ContinuousClock.Instant) {
    guard let health = rules.health else { return }
    for index in entries.indices { entries[index].health.wake(at: now, health) }
    arrange(at: now)
  }

  /// Computes the rotation again.
  private mutating func arrange(at now: ContinuousClock.Instant) {
    (unhealthy, wakesAt) = (0, nil)
    probing.removeAll(keepingCapacity: true)
    for (index, entry) in entries.enumerated() where !entry.health.isHealthy && rotation.contains(entry) {
      unhealthy += 1
      if entry.health.hasProbe { probing.append(index) }
      if let until = entry.health.restsUntil { wakesAt = min(until, wakesAt ?? until) }
    }
    rotation.arrange(entries, rules)
  }
}
