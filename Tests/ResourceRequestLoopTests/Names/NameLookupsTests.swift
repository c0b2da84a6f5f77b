// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestLoop

struct NameLookupsTests {
  private final class Waiter: LineEntry {
    let name: String
    var linePosition = -1

    init(_ name: String) { self.name = name }
  }

  @Test func `no more lookups run than there may, and the others in their order`() {
    var lookups = NameLookups<Waiter>(most: 2)
    func wait(_ waiter: Waiter, _ name: String) -> Bool { lookups.wait(waiter, for: name) }
    #expect(wait(Waiter("1"), "a"))
    #expect(wait(Waiter("2"), "b"))
    #expect(!wait(Waiter("3"), "c"))
    #expect(!wait(Waiter("4"), "d"))
    let first = lookups.ended("a")
    #expect(first.waiters.map(\.name) == ["1"])
    #expect(first.next == "c")
    let (second, third, fourth) = (lookups.ended("c"), lookups.ended("b"), lookups.ended("d"))
    #expect(second.next == "d")
    #expect(third.next == nil)
    #expect(fourth.waiters.map(\.name) == ["4"])
    #expect(lookups.count == 0)
  }

  @Test func `a request for a name in lookup waits for that lookup`() {
    var lookups = NameLookups<Waiter>(most: 8)
    func wait(_ waiter: Waiter, _ name: String) -> Bool { lookups.wait(waiter, for: name) }
    #expect(wait(Waiter("1"), "a"))
    #expect(!wait(Waiter("2"), "a"))
    let ended = lookups.ended("a")
    #expect(ended.waiters.map(\.name) == ["1", "2"])
    #expect(wait(Waiter("3"), "a"))
  }

  @Test func `an abandoned lookup counts until it has ended, and one that had not begun is dropped`() {
    var lookups = NameLookups<Waiter>(most: 1)
    func wait(_ waiter: Waiter, _ name: String) -> Bool { lookups.wait(waiter, for: name) }
    let (running, waiting, last) = (Waiter("1"), Waiter("2"), Waiter("3"))
    #expect(wait(running, "a"))
    #expect(!wait(waiting, "b"))
    lookups.left(running, "a")
    lookups.left(waiting, "b")
    #expect(lookups.count == 1)
    #expect(!wait(last, "c"))
    // The lookup serves a later request for the same name.
    #expect(!wait(waiting, "a"))
    let ended = lookups.ended("a")
    #expect(ended.waiters.map(\.name) == ["2"])
    #expect(ended.next == "c")
  }
}
