// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Choosing by weight, in turn and by hash.
struct DrawingTests {
  @Test(arguments: [[1.0, 1, 1], [1, 2, 3], [0, 1], [5, 0, 0, 95], [7]])
  func `an index is drawn as often as its weight says`(weights: [Double]) {
    let table = AliasTable(weights)
    var bits = SplitMix64(3)
    var counts = Array(repeating: 0.0, count: weights.count)
    for _ in 0..<100_000 { counts[table.draw(&bits)] += 1 }
    let sum = weights.reduce(0, +)
    for (count, weight) in zip(counts, weights) { #expect(abs(count / 100_000 - weight / sum) < 0.01) }
  }

  @Test(arguments: [[1.0, 1, 1], [1, 2, 3], [5, 1, 94], [7], [1, 0, 1]])
  func `turns are as many as weights say`(weights: [Double]) {
    var order = StrideOrder(weights, startingAt: 1)
    var counts = Array(repeating: 0.0, count: weights.count)
    for _ in 0..<100_000 { counts[order.next()] += 1 }
    let sum = weights.reduce(0, +)
    for (count, weight) in zip(counts, weights) { #expect(abs(count / 100_000 - weight / sum) < 0.002) }
  }

  @Test func `equal weights take turns one after the other`() {
    var order = StrideOrder([1, 1, 1], startingAt: 0)
    let turns = (0..<6).map { _ in order.next() }
    #expect(turns[0..<3] == turns[3..<6])
    #expect(Set(turns) == [0, 1, 2])
  }

  @Test func `the places of a table are shared by weight`() {
    let names = (0..<10).map { "https://\($0).example" }
    let table = MaglevTable(names: names, weights: [2] + Array(repeating: 1, count: 9))
    var counts = Array(repeating: 0.0, count: 10)
    for hash in 0..<UInt64(MaglevTable.size) { counts[table[hash]] += 1 }
    #expect(abs(counts[0] / Double(MaglevTable.size) - 2 / 11) < 0.001)
    for count in counts.dropFirst() { #expect(abs(count / Double(MaglevTable.size) - 1 / 11) < 0.001) }
  }

  @Test func `of ten endpoints that become nine, few hashes move beside the lost one's`() {
    let names = (0..<10).map { "https://\($0).example" }
    let ten = MaglevTable(names: names, weights: Array(repeating: 1, count: 10))
    let nine = MaglevTable(names: names.dropLast(), weights: Array(repeating: 1, count: 9))
    let moved = (0..<UInt64(MaglevTable.size)).count { ten[$0] != 9 && ten[$0] != nine[$0] }
    #expect(Double(moved) / Double(MaglevTable.size) < 0.05)
  }

  @Test func `one draw yields numbers that look like many`() {
    var bits = SplitMix64(0)
    let sum = (0..<10_000).reduce(0.0) { sum, _ in sum + bits.fraction() }
    #expect(abs(sum / 10_000 - 0.5) < 0.01)
    #expect(bits.below(0) == 0)
    #expect((0..<1000).allSatisfy { _ in (0..<7).contains(bits.below(7)) })
  }

  @Test func `endpoints without traffic before more than a table has places take none`() {
    let names = (0..<70_010).map { "h\($0)" }
    let table = MaglevTable(names: names, weights: Array(repeating: 0, count: 70_000) + Array(repeating: 1, count: 10))
    let drawn = Set((0..<UInt64(MaglevTable.size)).map { table[$0] })
    #expect(drawn == Set(70_000..<70_010))
  }

  @Test func `a query item is found by its name, however that is encoded`() throws {
    let url = try ResourceURL("http://h/x?a=1&filter%5Btenant%5D=7&user+id=9&flag")
    let request = ResolvedRequest(method: .get, url: url)
    #expect(request.hash(of: .query("filter[tenant]")) == SplitMix64.hash("7"))
    #expect(request.hash(of: .query("filter%5Btenant%5D")) == SplitMix64.hash("7"))
    #expect(request.hash(of: .query("user id")) == SplitMix64.hash("9"))
    #expect(request.hash(of: .query("a")) == SplitMix64.hash("1"))
    for name in ["tenant", "flag"] { #expect(request.hash(of: .query(name)) == nil) }
  }
}
