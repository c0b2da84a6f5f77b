// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  struct AdmissionQueueTests {
    /// A queue entry; the tests compare its name.
    private final class Waiter: AdmissionEntry {
      let name: String
      let connectionLimit: Int?
      var linePosition = -1

      init(_ name: String, limit: Int? = .max) {
        self.name = name
        connectionLimit = limit
      }
    }

    @Test func `without a limit of its own an origin has the standard one, until its connections are shared`() {
      var queue = AdmissionQueue<String, Waiter>(total: 1000)
      let most = ExchangeOptions.standardConnections
      let started = (0..<100).filter { queue.admit(Waiter("\($0)", limit: nil), to: "a", looksUp: false, now: 0) }
      #expect(started.count == most)
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["\(most)"])
      let others = [queue.shares("a", now: 0).count, queue.shares("a", now: 0).count]
      #expect(others == [100 - most - 1, 0])
      let isStarted = queue.admit(Waiter("more", limit: nil), to: "a", looksUp: false, now: 0)
      #expect(isStarted)
    }

    @Test func `no more go at once than there are sockets, and origins take turns`() {
      var queue = AdmissionQueue<String, Waiter>(total: 2)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(Waiter(entry), to: key, looksUp: false, now: 0)
      }
      #expect(admit("a1", "a"))
      #expect(admit("a2", "a"))
      for entry in ["a3", "a4"] { #expect(!admit(entry, "a")) }
      for entry in ["b1", "b2"] { #expect(!admit(entry, "b")) }
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["a3"])
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["b1"])
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["a4"])
      #expect(queue.ended(for: "b", now: 0).map(\.name) == ["b2"])
      #expect(queue.ended(for: "a", now: 0).map(\.name) == [])
      #expect(queue.ended(for: "b", now: 0).map(\.name) == [])
      #expect(admit("c1", "c"))
    }

    @Test func `the limit of an origin holds beside that of all`() {
      var queue = AdmissionQueue<String, Waiter>(total: 3)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(Waiter(entry, limit: 1), to: key, looksUp: false, now: 0)
      }
      #expect(admit("a1", "a"))
      #expect(!admit("a2", "a"))
      #expect(admit("b1", "b"))
      #expect(admit("c1", "c"))
      #expect(!admit("d1", "d"))
      #expect(queue.ended(for: "b", now: 0).map(\.name) == ["d1"])
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["a2"])
    }

    @Test func `those who wait for a lookup and for sockets go when both are there`() {
      var queue = AdmissionQueue<String, Waiter>(total: 2)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(Waiter(entry), to: key, looksUp: true, now: 0)
      }
      #expect(admit("a1", "a"))
      for entry in ["a2", "a3", "a4"] { #expect(!admit(entry, "a")) }
      #expect(queue.lookupEnded(for: "a", found: true, now: 1).map(\.name) == ["a2"])
      #expect(queue.ended(for: "a", now: 2).map(\.name) == ["a3"])
      #expect(queue.ended(for: "a", now: 3).map(\.name) == ["a4"])
    }

    @Test func `who gives up leaves nothing behind, and no longer stands before others`() {
      var queue = AdmissionQueue<String, Waiter>(total: .max)
      func admit(_ entry: Waiter, _ key: String, looksUp: Bool = false) -> Bool {
        queue.admit(entry, to: key, looksUp: looksUp, now: 0)
      }
      weak var left: Waiter?
      let stays = Waiter("a3", limit: 2)
      #expect(admit(Waiter("a1"), "a"))
      do {
        let entry = Waiter("a2", limit: 1)
        left = entry
        #expect(!admit(entry, "a"))
        #expect(!admit(stays, "a"))
        #expect(queue.left(entry, of: "a", now: 0).map(\.name) == ["a3"])
        #expect(queue.left(entry, of: "a", now: 0).map(\.name) == [])
      }
      #expect(left == nil)
      #expect(queue.ended(for: "a", now: 0).map(\.name) == [])
    }

    @Test func `a hundred thousand who give up behind one who stays cost each the same`() {
      var queue = AdmissionQueue<String, Waiter>(total: 1)
      func admit(_ entry: Waiter, _ key: String, looksUp: Bool = false) -> Bool {
        queue.admit(entry, to: key, looksUp: looksUp, now: 0)
      }
      #expect(admit(Waiter("first"), "a"))
      let waiters = (0..<100_000).map { Waiter("\($0)") }
      for waiter in waiters { #expect(!admit(waiter, "a")) }
      for waiter in waiters.dropLast().shuffled() { _ = queue.left(waiter, of: "a", now: 0) }
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["99999"])
    }

    @Test func `who waits for a name takes no socket, and has the next one when it is back`() {
      var queue = AdmissionQueue<String, Waiter>(total: 1)
      func admit(_ entry: Waiter, _ key: String, looksUp: Bool = false) -> Bool {
        queue.admit(entry, to: key, looksUp: looksUp, now: 0)
      }
      let (one, other, third) = (Waiter("a1"), Waiter("b1"), Waiter("c1"))
      #expect(admit(one, "a", looksUp: true))
      #expect(!admit(other, "b"))
      #expect(queue.stepsAside(now: 0).map(\.name) == ["b1"])
      let comesBack = queue.comesBack(one)
      #expect(!comesBack)
      #expect(!admit(third, "c"))
      #expect(queue.ended(for: "b", now: 0).map(\.name) == ["a1"])
      #expect(queue.ended(for: "a", now: 0).map(\.name) == ["c1"])
      #expect(queue.ended(for: "c", now: 0).map(\.name) == [])
      // An exchange that ends while it waits for a lookup holds no socket, so it returns none.
      #expect(admit(one, "a"))
      #expect(queue.stepsAside(now: 0).map(\.name) == [])
      #expect(queue.ended(for: "a", isAside: true, now: 0).map(\.name) == [])
      #expect(admit(other, "b"))
      #expect(!admit(third, "c"))
    }

    @Test func `a budget leaves a quarter of the descriptors to others, and gives connections nearly all the rest`() {
      for descriptors in [0, 1, 64, 1024, 20_000, 1 << 24] {
        let budget = SocketBudget(descriptors: descriptors)
        #expect(budget.exchanges >= 1)
        #expect(budget.lookups >= 1)
        guard descriptors >= 64 else { continue }
        let all = budget.exchanges + 3 * budget.lookups
        #expect(all <= descriptors * 3 / 4)
        #expect(budget.exchanges >= descriptors / 8 * 5)
        #expect(budget.kept <= budget.exchanges)
      }
    }
  }
#endif
