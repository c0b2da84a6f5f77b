// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

extension EndpointTableTests {
  @Test func `where half rests and the others fail, all are used until they do no more`() throws {
    var table = try table(4)
    var bits = SplitMix64(1)
    for index in 0..<2 { eject(index, in: &table, &bits) }
    func choices(_ end: AttemptEnd) throws -> [EndpointChoice] {
      try (0..<100).map { _ in
        let choice = try #require(table.choose(at: start, &bits))
        _ = table.finish(choice, end, after: .milliseconds(1), at: start, &bits)
        return choice
      }
    }
    let (before, failing, after) = (try choices(.answered(200)), try choices(refused), try choices(.answered(200)))
    #expect(before.allSatisfy { $0.index > 1 && !$0.inPanic })
    #expect(Set(failing.map(\.index)).count == 4 && table.unhealthy == 2)
    #expect(after.last?.inPanic == false)
  }

  @Test(arguments: [(3, 1), (4, 2), (6, 3), (10, 5)])
  func `one that fails beside others that do not brings nothing back that rests`(_ count: Int, _ lost: Int) throws {
    var table = try table(count)
    var bits = SplitMix64(1)
    for index in 0..<lost { eject(index, in: &table, &bits) }
    for _ in 0..<400 {
      let choice = try #require(table.choose(at: start, &bits))
      let end = choice.index == lost ? refused : AttemptEnd.answered(200)
      _ = table.finish(choice, end, after: .milliseconds(1), at: start, &bits)
      #expect(!choice.inPanic)
    }
  }

  @Test func `one that could not be reached, and is overloaded when it can, is helped by those that rest`() throws {
    var table = try table(4)
    var bits = SplitMix64(1)
    for index in 0..<2 { eject(index, in: &table, &bits) }
    for end in [refused, .answered(503)] {
      for _ in 0..<100 {
        let choice = try #require(table.choose(at: start, &bits))
        _ = table.finish(choice, choice.index == 2 ? end : ok, after: .milliseconds(1), at: start, &bits)
      }
      let last = try #require(table.choose(at: start, &bits))
      _ = table.finish(last, last.index == 2 ? end : ok, after: .milliseconds(1), at: start, &bits)
      #expect(last.inPanic == (end != refused))
    }
  }

  @Test func `what failed keeps its share, and is asked again when it is well`() throws {
    var table = try table(7, priorities: [0, 0, 0, 0, 0, 1, 1])
    var bits = SplitMix64(1)
    for index in 0..<3 { eject(index, in: &table, &bits) }
    let before = shares(&table)
    for _ in 0..<300 {
      let choice = try #require(table.choose(at: start, &bits))
      let end = AttemptEnd.answered([3, 4].contains(choice.index) ? 503 : 200)
      _ = table.finish(choice, end, after: .milliseconds(1), at: start, &bits)
    }
    let after = shares(&table)
    #expect(abs(before[3] + before[4] - after[3] - after[4]) < 0.02, "\(before) \(after)")
    #expect(before[3] + before[4] > 0.5)
  }

  @Test(arguments: [[1, 0], [1, 0, 0]])
  func `what has no weight gets nothing, and the last that has one is not left out`(_ weights: [Int]) throws {
    var table = try table(weights.count, weights: weights)
    var bits = SplitMix64(1)
    for _ in 0..<20 {
      let choice = try #require(table.choose(at: start, &bits))
      #expect(choice.index == 0)
      _ = table.finish(choice, refused, after: .zero, at: start, &bits)
    }
  }

  @Test func `a priority without weight, or without a healthy endpoint that has one, leaves all to the next`() throws {
    var drained = try table(3, weights: [0, 0, 1], priorities: [0, 0, 1])
    #expect(shares(&drained)[2] > 0.999)
    var table = try table(4, weights: [1, 0, 0, 1], priorities: [0, 0, 0, 1])
    var bits = SplitMix64(1)
    eject(0, in: &table, &bits)
    #expect(shares(&table)[3] > 0.999)
  }

  @Test func `a hash leads to one endpoint, while its priority is left in part too`() throws {
    var table = try table(8, priorities: [0, 0, 0, 0, 1, 1, 1, 1]) { $0.balance = .hash(.header("X-User")) }
    var bits = SplitMix64(1)
    eject(0, in: &table, &bits)
    eject(1, in: &table, &bits)
    var places: [Set<Int>] = []
    for hash in UInt64(0)..<200 {
      places.append(Set((0..<20).compactMap { _ in table.choose(at: start, &bits, hash: hash)?.index }))
    }
    #expect(places.allSatisfy { $0.count == 1 })
    #expect(abs(Double(places.count { $0.allSatisfy { $0 >= 4 } }) / 200 - 0.3) < 0.1)
  }
}
