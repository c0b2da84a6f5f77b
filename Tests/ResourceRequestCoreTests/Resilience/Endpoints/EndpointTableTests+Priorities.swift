// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

extension EndpointTableTests {
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
