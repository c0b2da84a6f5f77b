// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

@Suite(.onOwnThreads) struct EvictionQueueTests {
  /// Generates the same numbers in every run.
  private struct Dice {
    var state: UInt64 = 42

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }

  /// Requests by Zipf's law; half of all requests are for objects that are requested only once.
  private func trace(_ count: Int, of objects: Int, exponent: Double) -> [Int] {
    var sums: [Double] = []
    var sum = 0.0
    for rank in 1...objects {
      sum += 1 / pow(Double(rank), exponent)
      sums.append(sum)
    }
    var dice = Dice()
    var wonder = objects
    return (0..<count).map { _ in
      if dice.next() < 0.5 {
        wonder += 1
        return wonder
      }
      let point = dice.next() * sum
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] < point { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private func hits(_ trace: [Int], limit: Int) -> Double {
    var queue = EvictionQueue<Int, Bool>(limit: limit)
    var hits = 0
    for key in trace {
      if queue.use(key) != nil { hits += 1 } else { queue.put(true, for: key, cost: 1) }
    }
    return Double(hits) / Double(trace.count)
  }

  /// The hit rate of a cache that evicts the least recently used entry.
  private func hitsOfLRU(_ trace: [Int], limit: Int) -> Double {
    var last: [Int: Int] = [:]
    var line: [(key: Int, time: Int)] = []
    var first = 0
    var hits = 0
    for (time, key) in trace.enumerated() {
      if last[key] != nil { hits += 1 }
      last[key] = time
      line.append((key, time))
      while last.count > limit {
        let (key, time) = line[first]
        first += 1
        if last[key] == time { last[key] = nil }
      }
    }
    return Double(hits) / Double(trace.count)
  }

  @Test func `on a Zipf trace with half one-hit wonders it hits three points more often than LRU`() {
    let trace = trace(200_000, of: 20_000, exponent: 0.9)
    let (own, lru) = (hits(trace, limit: 1000), hitsOfLRU(trace, limit: 1000))
    #expect(own >= lru + 0.03, "\(own) beside \(lru)")
  }

  @Test func `a scan pushes nothing out that is asked for often`() {
    var queue = EvictionQueue<Int, Bool>(limit: 100)
    for _ in 0..<5 {
      for key in 0..<50 where queue.use(key) == nil { queue.put(true, for: key, cost: 1) }
    }
    for key in 1000..<5000 { queue.put(true, for: key, cost: 1) }
    #expect((0..<50).filter { queue.peek($0) != nil }.count >= 45)
  }

  @Test func `what went is held no longer, wherever it stood`() {
    final class Held {
      let count: Lock<Int>
      init(_ count: Lock<Int>) {
        self.count = count
        count.withLock { $0 += 1 }
      }
      deinit { count.withLock { $0 -= 1 } }
    }
    let held = Lock(0)
    var queue = EvictionQueue<Int, Held>(limit: 50)
    for key in 0..<500 {
      queue.put(Held(held), for: key, cost: 1)
      if key.isMultiple(of: 2) { _ = queue.use(key) }
      if key.isMultiple(of: 3) { queue.remove(key - 1) }
      #expect(held.withLock { $0 } == queue.count)
    }
    for key in 0..<500 { queue.remove(key) }
    #expect(held.withLock { $0 } == 0)
  }

  @Test func `who comes back soon enters the main queue`() {
    var queue = EvictionQueue<Int, Bool>(limit: 20)
    for key in 0..<25 { queue.put(true, for: key, cost: 1) }
    #expect(queue.peek(0) == nil)
    queue.put(true, for: 0, cost: 1)
    for key in 100..<115 { queue.put(true, for: key, cost: 1) }
    #expect(queue.peek(0) != nil)
  }
}
