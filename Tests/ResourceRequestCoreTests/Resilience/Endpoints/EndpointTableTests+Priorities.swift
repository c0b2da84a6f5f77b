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

  @Test func `where half rests, one that fails beside others that do not changes nothing`() throws {
    var table = try table(10)
    var bits = SplitMix64(1)
    for index in 0..<5 { eject(index, in: &table, &bits) }
    for _ in 0..<400 {
      let choice = try #require(table.choose(at: start, &bits))
      let end = choice.index == 5 ? refused : AttemptEnd.answered(200)
      _ = table.finish(choice, end, after: .milliseconds(1), at: start, &bits)
      #expect(!choice.inPanic)
    }
  }

  @Test func `a priority that failed while it was asked is well when it is asked no more`() throws {
    var table = try table(4, priorities: [0, 0, 1, 1])
    var bits = SplitMix64(1)
    for _ in 0..<200 {
      _ = table.finish(try #require(table.choose(at: start, &bits)), refused, after: .zero, at: start, &bits)
    }
    #expect(table.unhealthy == 2)
    let later = start.advanced(by: .seconds(120))
    while table.unhealthy > 0 {
      let choice = try #require(table.choose(at: later, &bits))
      let end = choice.index < 2 ? AttemptEnd.answered(200) : refused
      _ = table.finish(choice, end, after: .zero, at: later, &bits)
    }
    eject(0, in: &table, &bits)
    let shares = shares(&table)
    #expect(abs(shares[2] + shares[3] - 0.3) < 0.02, "\(shares)")
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
