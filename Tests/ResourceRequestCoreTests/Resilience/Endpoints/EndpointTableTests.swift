// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// How endpoints are chosen, and what the outcomes of attempts change.
struct EndpointTableTests {
  let start = ContinuousClock.Instant.now
  let ok = AttemptEnd.answered(200)
  let refused = AttemptEnd.failed(.connectFailed, phase: .connecting, mayHaveExecuted: false)

  func table(
    _ count: Int,
    weights: [Int] = [],
    priorities: [Int] = [],
    _ change: (inout EndpointRules) -> Void = { _ in }
  ) throws -> EndpointTable {
    var rules = EndpointRules()
    rules.health = HealthRules(OutlierPolicy())
    change(&rules)
    let endpoints = try (0..<count).map { index in
      ServiceEndpoint(
        try Origin("https://e\(index).example"),
        weight: index < weights.count ? weights[index] : 1,
        priority: index < priorities.count ? priorities[index] : 0
      )
    }
    return EndpointTable(endpoints, rules)
  }

  func shares(_ table: inout EndpointTable, _ count: Int = 20_000, keeps: Bool = false) -> [Double] {
    var bits = SplitMix64(11)
    var shares = Array(repeating: 0.0, count: table.entries.count)
    for _ in 0..<count {
      guard let choice = table.choose(at: start, &bits) else { continue }
      shares[choice.index] += 1 / Double(count)
      if !keeps { _ = table.finish(choice, ok, after: .milliseconds(1), at: start, &bits) }
    }
    return shares
  }

  /// Makes an endpoint rest.
  func eject(_ index: Int, in table: inout EndpointTable, _ bits: inout SplitMix64) {
    while let choice = table.choose(at: start, &bits) {
      let end = choice.index == index ? refused : AttemptEnd.answered(200)
      _ = table.finish(choice, end, after: .zero, at: start, &bits)
      if choice.index == index { return }
    }
  }

  @Test(arguments: [ResourceError.Code.deadlineExceeded, .attemptTimeout])
  func `an endpoint that never answers in the time of its calls is left out`(_ code: ResourceError.Code) throws {
    var table = try table(2)
    var bits = SplitMix64(3)
    let overdue = AttemptEnd.failed(code, phase: .sent, mayHaveExecuted: true)
    let unsent = AttemptEnd.failed(code, phase: .queued, mayHaveExecuted: false)
    func end(_ end: AttemptEnd, of index: Int, after duration: Duration) -> EndpointHealth.Change? {
      while let choice = table.choose(at: start, &bits) {
        let isIt = choice.index == index
        let change = table.finish(choice, isIt ? end : ok, after: duration, at: start, &bits)
        if isIt { return change }
      }
      return nil
    }
    #expect(end(ok, of: 0, after: .milliseconds(50)) == nil)
    // Deadlines shorter than its response time do not count against an endpoint, nor do requests that were not sent.
    for _ in 0..<10 { #expect(end(overdue, of: 0, after: .milliseconds(5)) == nil) }
    for _ in 0..<10 { #expect(end(unsent, of: 0, after: .seconds(1)) == nil) }
    for _ in 0..<4 { #expect(end(overdue, of: 0, after: .seconds(1)) == nil) }
    #expect(end(overdue, of: 0, after: .seconds(1)) != nil)
  }

  @Test func `an endpoint that refuses at once does not look quick`() throws {
    var table = try table(2) { $0.balance = .peakEWMA }
    var bits = SplitMix64(5)
    var counts = [0, 0]
    for _ in 0..<200 {
      guard let choice = table.choose(at: start, &bits) else { break }
      counts[choice.index] += 1
      let refuses = choice.index == 0
      _ = table.finish(choice, refuses ? .answered(429) : ok, after: .milliseconds(refuses ? 1 : 20), at: start, &bits)
    }
    #expect(counts[0] < 5, "\(counts)")
  }

  @Test(arguments: [BalancePolicy.leastRequest, .random, .roundRobin])
  func `idle endpoints get their weights`(balance: BalancePolicy) throws {
    var table = try table(4, weights: [1, 2, 3, 4]) { $0.balance = balance }
    for (share, expected) in zip(shares(&table), [0.1, 0.2, 0.3, 0.4]) { #expect(abs(share - expected) < 0.02) }
  }

  @Test func `the least busy of two gets the request`() throws {
    var table = try table(2)
    var bits = SplitMix64(1)
    let first = try #require(table.choose(at: start, &bits))
    for _ in 0..<20 {
      let next = try #require(table.choose(at: start, &bits))
      #expect(next.index != first.index || table.entries[0].active == table.entries[1].active)
      _ = table.finish(next, ok, after: .zero, at: start, &bits)
    }
    #expect(shares(&table, 1000, keeps: true).allSatisfy { abs($0 - 0.5) < 0.01 })
  }

  @Test func `a slow endpoint gets less by its latency`() throws {
    var table = try table(10) { $0.balance = .peakEWMA }
    var bits = SplitMix64(1)
    var slow = 0
    for _ in 0..<2000 {
      let choice = try #require(table.choose(at: start, &bits))
      if choice.index == 0 { slow += 1 }
      _ = table.finish(choice, ok, after: .milliseconds(choice.index == 0 ? 500 : 50), at: start, &bits)
    }
    #expect(slow < 40)
  }

  @Test func `failing fast attracts no load`() throws {
    var table = try table(10) {
      $0.balance = .peakEWMA
      $0.health = nil
    }
    var bits = SplitMix64(1)
    var failed = 0
    for _ in 0..<2000 {
      let choice = try #require(table.choose(at: start, &bits))
      if choice.index == 0 { failed += 1 }
      _ = table.finish(choice, choice.index == 0 ? refused : ok, after: .milliseconds(1), at: start, &bits)
    }
    #expect(failed < 10)
  }

  @Test(arguments: [true, false])
  func `what says nothing of an endpoint takes no load from it`(_ hasOutliers: Bool) throws {
    var table = try table(2) {
      $0.balance = .peakEWMA
      if !hasOutliers { $0.health = nil }
    }
    var bits = SplitMix64(1)
    let nobodys = [AttemptEnd.abandoned, .failed(.tokenUnavailable, phase: .queued, mayHaveExecuted: false)]
    for number in 0..<2000 {
      let choice = try #require(table.choose(at: start, &bits))
      let end = choice.index == 0 && number % 2 == 0 ? nobodys[number / 2 % 2] : ok
      _ = table.finish(choice, end, after: .milliseconds(1), at: start, &bits)
    }
    #expect(shares(&table, 1000).allSatisfy { $0 > 0.3 })
  }

  @Test func `a tried endpoint is avoided while another is up, and is no choice where another is needed`() throws {
    var table = try table(3)
    var bits = SplitMix64(1)
    for _ in 0..<200 {
      let choice = try #require(table.choose(at: start, &bits, tried: [0, 2]))
      #expect(choice.index == 1)
      _ = table.finish(choice, ok, after: .zero, at: start, &bits)
    }
    #expect(table.choose(at: start, &bits, tried: [0, 1, 2], needsOther: true) == nil)
    #expect(table.choose(at: start, &bits, tried: [0, 1, 2]) != nil)
  }

  @Test func `an ejected endpoint gets nothing until its rest is over, then one probe`() throws {
    var table = try table(4)
    var bits = SplitMix64(1)
    eject(2, in: &table, &bits)
    #expect(shares(&table)[2] == 0)
    let later = start.advanced(by: .seconds(30))
    let probe = try #require(table.choose(at: later, &bits))
    #expect(probe.index == 2 && probe.isProbe)
    #expect(try #require(table.choose(at: later, &bits)).index != 2)
    #expect(table.finish(probe, ok, after: .milliseconds(1), at: later, &bits) == .returned)
    #expect(shares(&table)[2] > 0.1)
  }

  @Test func `a cancelled probe is given to the next`() throws {
    var table = try table(2)
    var bits = SplitMix64(1)
    eject(1, in: &table, &bits)
    let later = start.advanced(by: .seconds(30))
    for _ in 0..<3 {
      let probe = try #require(table.choose(at: later, &bits))
      #expect(probe.isProbe)
      _ = table.finish(probe, .abandoned, after: .zero, at: later, &bits)
    }
    #expect(table.entries.allSatisfy { $0.active == 0 })
  }

  @Test func `a retry does not probe`() throws {
    var table = try table(3)
    var bits = SplitMix64(1)
    eject(1, in: &table, &bits)
    let later = start.advanced(by: .seconds(30))
    #expect(try #require(table.choose(at: later, &bits, tried: [0])).index == 2)
  }

  @Test func `a retry does not end a rest, and probes one whose rest is over where all others have failed`() throws {
    var table = try table(2)
    var bits = SplitMix64(1)
    eject(1, in: &table, &bits)
    #expect(try #require(table.choose(at: start, &bits, tried: [0])).index == 0)
    #expect(table.choose(at: start, &bits, tried: [0], needsOther: true) == nil)
    let later = start.advanced(by: .seconds(30))
    let probe = try #require(table.choose(at: later, &bits, tried: [0], needsOther: true))
    #expect(probe.index == 1 && probe.isProbe)
    #expect(try #require(table.choose(at: later, &bits, tried: [0])).index == 0)
    #expect(table.choose(at: later, &bits, tried: [0, 1], needsOther: true) == nil)
    #expect(table.finish(probe, ok, after: .milliseconds(1), at: later, &bits) == .returned)
  }

  @Test func `half may rest, at least one, and never the last`() throws {
    for (count, most) in [(1, 0), (2, 1), (3, 1), (4, 2), (10, 5)] {
      var table = try table(count)
      var bits = SplitMix64(1)
      for _ in 0..<500 {
        guard let choice = table.choose(at: start, &bits) else { break }
        _ = table.finish(choice, refused, after: .zero, at: start, &bits)
      }
      #expect(table.unhealthy == most)
      #expect(table.choose(at: start, &bits) != nil)
    }
  }

  @Test func `in panic all are used`() throws {
    var table = try table(4) { $0.maxEjected = 0.75 }
    var bits = SplitMix64(1)
    for index in 0..<3 { eject(index, in: &table, &bits) }
    #expect(table.unhealthy == 3)
    #expect(shares(&table).allSatisfy { $0 > 0.2 })
    #expect(try #require(table.choose(at: start, &bits)).inPanic)
  }

  @Test func `a lone endpoint with a breaker is none while that is open`() throws {
    var table = try table(1) { $0.health = HealthRules(BreakerPolicy(failureRate: FailureRate(of: 2))) }
    var bits = SplitMix64(1)
    for _ in 0..<2 {
      let choice = try #require(table.choose(at: start, &bits))
      _ = table.finish(choice, refused, after: .zero, at: start, &bits)
    }
    #expect(table.choose(at: start, &bits) == nil)
    let later = start.advanced(by: .seconds(5))
    let probes = try (0..<3).map { _ in try #require(table.choose(at: later, &bits)) }
    #expect(table.choose(at: later, &bits) == nil)
    for probe in probes { _ = table.finish(probe, ok, after: .zero, at: later, &bits) }
    #expect(table.choose(at: later, &bits) != nil)
  }

  @Test func `the next priority takes what the first cannot`() throws {
    var table = try table(8, priorities: [0, 0, 0, 0, 1, 1, 1, 1])
    var bits = SplitMix64(1)
    #expect(shares(&table)[4...].reduce(0, +) == 0)
    eject(0, in: &table, &bits)
    eject(1, in: &table, &bits)
    // Half of the first priority is healthy: 70 to 30.
    #expect(abs(shares(&table)[4...].reduce(0, +) - 0.3) < 0.02)
  }

  @Test func `an attempt after a failure probes the only endpoint, and another one that rests is none`() throws {
    var lone = try table(1) { $0.health = HealthRules(BreakerPolicy(failureRate: FailureRate(of: 2))) }
    var bits = SplitMix64(1)
    while let choice = lone.choose(at: start, &bits) {
      _ = lone.finish(choice, refused, after: .zero, at: start, &bits)
    }
    let later = start.advanced(by: .seconds(60))
    #expect(lone.choose(at: later, &bits, tried: [0], needsOther: true) == nil)
    #expect(lone.choose(at: later, &bits, tried: [0])?.isProbe == true)
    var two = try table(2)
    var found = [two.hasOther(than: [0], at: start), two.hasOther(than: [0, 1], at: start)]
    eject(1, in: &two, &bits)
    // At last its rest is over, which nobody has noticed yet.
    found += [two.hasOther(than: [0], at: start), two.hasOther(than: [0], at: later)]
    #expect(found == [true, false, false, true])
  }

  @Test func `a hash leads to one endpoint, elsewhere while that rests, and back`() throws {
    var table = try table(5) { $0.balance = .hash(.header("X-User")) }
    var bits = SplitMix64(1)
    func place(_ hash: UInt64) throws -> Int {
      let choice = try #require(table.choose(at: start, &bits, hash: hash))
      _ = table.finish(choice, ok, after: .zero, at: start, &bits)
      return choice.index
    }
    let home = try place(42)
    for _ in 0..<20 { #expect(try place(42) == home) }
    let choice = try #require(table.choose(at: start, &bits, hash: 42))
    _ = table.finish(choice, refused, after: .zero, at: start, &bits)
    let other = try place(42)
    #expect(other != home)
    for _ in 0..<20 { #expect(try place(42) == other) }
  }

  @Test func `an endpoint that came back begins with little`() throws {
    var table = try table(4) { $0.slowStart = SlowStartPolicy(window: .seconds(100)) }
    var bits = SplitMix64(1)
    eject(0, in: &table, &bits)
    let later = start.advanced(by: .seconds(30))
    let probe = try #require(table.choose(at: later, &bits))
    _ = table.finish(probe, ok, after: .zero, at: later, &bits)
    func share(at moment: ContinuousClock.Instant) throws -> Double {
      var count = 0
      for _ in 0..<10_000 {
        let choice = try #require(table.choose(at: moment, &bits))
        if choice.index == 0 { count += 1 }
        _ = table.finish(choice, ok, after: .zero, at: moment, &bits)
      }
      return Double(count) / 10_000
    }
    let (first, half, all) = (
      try share(at: later), try share(at: later.advanced(by: .seconds(50))),
      try share(at: later.advanced(by: .seconds(100)))
    )
    #expect(first < 0.06)
    #expect(first < half && half < all)
    #expect(abs(all - 0.25) < 0.02)
  }

  @Test func `endpoints that stay keep what is known of them, and attempts under way find their place`() throws {
    var table = try table(3) { $0.maxEjected = 1 }
    var bits = SplitMix64(1)
    eject(0, in: &table, &bits)
    let old = try #require(table.choose(at: start, &bits))
    let stays = old.index == 1 ? 2 : 1
    let names = ["https://e0.example", "https://e\(stays).example", "https://new.example"]
    table.update(try names.map { ServiceEndpoint(try Origin($0)) }, at: start)
    #expect(table.count == 3 && table.entries.count == 4)
    #expect(!table.entries[0].health.isHealthy)
    #expect(table.entries[old.index].isGone)
    var seen: Set<Int> = []
    for _ in 0..<50 {
      guard let choice = table.choose(at: start, &bits) else { break }
      seen.insert(choice.index)
      _ = table.finish(choice, ok, after: .zero, at: start, &bits)
    }
    #expect(seen == [stays, 3])
    _ = table.finish(old, refused, after: .zero, at: start, &bits)
    // The entry of the removed endpoint is free now.
    table.update(try (names + ["https://another.example"]).map { ServiceEndpoint(try Origin($0)) }, at: start)
    #expect(table.entries.count == 4 && table.count == 4)
    #expect(table.entries.allSatisfy { $0.active == 0 })
  }

  @Test func `round robin goes on where it was, when its endpoints become others`() throws {
    var table = try table(3) { $0.balance = .roundRobin }
    var bits = SplitMix64(1)
    func next(_ table: inout EndpointTable) -> Int? {
      guard let choice = table.choose(at: start, &bits) else { return nil }
      _ = table.finish(choice, ok, after: .zero, at: start, &bits)
      return choice.index
    }
    #expect((0..<2).map { _ in next(&table) } == [0, 1])
    let same = table.entries.map(\.endpoint)
    table.update(same, at: start)
    #expect(next(&table) == 2)
    table.update(same + [ServiceEndpoint(try Origin("https://e3.example"))], at: start)
    #expect((0..<2).map { _ in next(&table) } == [3, 0])
  }

  @Test func `the last is not left out, whatever a check says`() throws {
    let policy = HealthPolicy(path: "/", unhealthy: 1)
    var alone = try table(1)
    #expect(alone.noteCheck(try Origin("https://e0.example"), isGood: false, at: start, policy) == nil)
    var two = try table(2)
    let change = two.noteCheck(try Origin("https://e1.example"), isGood: false, at: start, policy)
    #expect(change?.index == 1 && change?.change == .failsChecks)
    #expect(shares(&two, 100)[1] == 0)
    // If no endpoint is healthy, all are tried.
    _ = two.noteCheck(try Origin("https://e0.example"), isGood: false, at: start, policy)
    #expect(shares(&two, 100).allSatisfy { $0 > 0.2 })
  }

  @Test func `one whose checks have failed is used once it is the last, and comes back`() throws {
    let policy = HealthPolicy(path: "/", healthy: 2, unhealthy: 1)
    var table = try table(2)
    let (stays, origin) = (table.entries[0].endpoint, try Origin("https://e0.example"))
    #expect(table.noteCheck(origin, isGood: false, at: start, policy)?.change == .failsChecks)
    table.update([stays], at: start)
    #expect(shares(&table, 10)[0] > 0.99)
    #expect(table.noteCheck(origin, isGood: true, at: start, policy) == nil)
    #expect(table.noteCheck(origin, isGood: true, at: start, policy)?.change == .returned)
    #expect(table.entries[0].health.isHealthy && table.unhealthy == 0)
    #expect(shares(&table, 10)[0] > 0.99)
  }

  @Test func `one that rests is used once it is the last, and a breaker's is not`() throws {
    for (rules, isUsed) in [(HealthRules(OutlierPolicy()), true), (HealthRules(BreakerPolicy()), false)] {
      var table = try table(2) { $0.health = rules }
      var bits = SplitMix64(3)
      let stays = table.entries[0].endpoint
      for _ in 0..<100 where table.unhealthy == 0 {
        guard let choice = table.choose(at: start, &bits) else { break }
        let end = choice.index == 0 ? refused : ok
        _ = table.finish(choice, end, after: .zero, at: start, &bits)
      }
      #expect(table.unhealthy == 1)
      table.update([stays], at: start)
      #expect((shares(&table, 10)[0] > 0) == isUsed)
    }
  }
}
