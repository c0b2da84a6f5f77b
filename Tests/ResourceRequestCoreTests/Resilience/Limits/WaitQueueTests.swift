// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Which calls may wait, which one is next, and which one must leave.
struct WaitQueueTests {
  private func queue(_ policy: QueuePolicy, _ arrivals: [Criticality]) -> (WaitQueue, [WaitQueue.Arrival]) {
    var queue = WaitQueue(policy)
    let results = arrivals.enumerated().map { queue.add(.init(ticket: UInt64($0), criticality: $1)) }
    return (queue, results)
  }

  private func order(_ queue: WaitQueue) -> [UInt64] {
    var queue = queue
    return Array(sequence(state: ()) { _ in queue.next() })
  }

  @Test func `first come first served, or last`() {
    #expect(order(queue(QueuePolicy(length: 3), [.normal, .normal, .normal]).0) == [0, 1, 2])
    #expect(order(queue(QueuePolicy(length: 3, order: .lifo), [.normal, .normal, .normal]).0) == [2, 1, 0])
  }

  @Test func `the critical go first, and the sheddable leave when it is full`() {
    let (queue, results) = queue(QueuePolicy(length: 2), [.sheddable, .normal, .critical, .sheddable, .normal])
    #expect(results == [.waits, .waits, .displaces(0), .refused, .refused])
    #expect(order(queue) == [2, 1])
  }

  @Test func `the one that would be served last leaves, in either order`() {
    let arrivals: [Criticality] = [.normal, .normal, .critical]
    let (first, results) = queue(QueuePolicy(length: 2), arrivals)
    #expect(results.last == .displaces(1) && order(first) == [2, 0])
    let (last, others) = queue(QueuePolicy(length: 2, order: .lifo), arrivals)
    #expect(others.last == .displaces(0) && order(last) == [2, 1])
  }

  @Test func `who waits no longer is not called`() {
    var (queue, _) = queue(QueuePolicy(length: 2), [.normal, .normal])
    queue.remove(0)
    #expect(order(queue) == [1])
  }

  @Test(arguments: [QueuePolicy.Order.fifo, .lifo])
  func `those who stay keep their order, however many leave`(_ order: QueuePolicy.Order) {
    let arrivals = [Criticality](repeating: .normal, count: 999)
    var (queue, _) = queue(QueuePolicy(length: 1_000, order: order), arrivals)
    for ticket in 0..<UInt64(999) where ticket % 10 != 0 { queue.remove(ticket) }
    let staying = (0..<UInt64(999)).filter { $0 % 10 == 0 }
    #expect(queue.add(.init(ticket: 1_000, criticality: .critical)) == .waits)
    #expect(self.order(queue) == [1_000] + (order == .fifo ? staying : staying.reversed()))
  }
}
