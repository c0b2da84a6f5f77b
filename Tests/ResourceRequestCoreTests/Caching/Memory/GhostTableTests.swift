// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct GhostTableTests {
  /// The same in every process: two hashes that collide would be luck.
  private func hash(_ number: Int) -> Int {
    var bits = SplitMix64(UInt64(number))
    return Int(truncatingIfNeeded: bits.next())
  }

  /// The number of these that the table knows; a lookup removes what it finds.
  private func known(_ numbers: ClosedRange<Int>, _ table: inout GhostTable) -> Int {
    var known = 0
    for number in numbers where table.take(hash(number)) { known += 1 }
    return known
  }

  @Test func `who went is known once`() {
    var table = GhostTable()
    #expect(known(1...1, &table) == 0)
    table.add(hash(1), keeping: 100)
    #expect(known(1...1, &table) == 1)
    #expect(known(1...1, &table) == 0)
  }

  @Test func `those before the latest so many are forgotten, and nearly all of the latest are known`() {
    var table = GhostTable()
    for number in 0..<10_000 { table.add(hash(number), keeping: 1000) }
    #expect(known(0...8999, &table) == 0)
    #expect(known(9000...9999, &table) >= 900)
  }

  @Test func `it grows with what is kept`() {
    var table = GhostTable()
    for number in 0..<20_000 { table.add(hash(number), keeping: number) }
    #expect(known(10_000...19_999, &table) >= 9000)
  }
}
