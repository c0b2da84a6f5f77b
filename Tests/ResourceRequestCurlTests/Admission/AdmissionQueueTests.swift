// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct AdmissionQueueTests {
    @Test func `no more go at once than there are sockets, and origins take turns`() {
      var queue = AdmissionQueue<String, String>(total: 2)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(entry, to: key, limit: .max, looksUp: false, now: 0)
      }
      #expect(admit("a1", "a"))
      #expect(admit("a2", "a"))
      for entry in ["a3", "a4"] { #expect(!admit(entry, "a")) }
      for entry in ["b1", "b2"] { #expect(!admit(entry, "b")) }
      #expect(queue.ended(for: "a", now: 0) == ["a3"])
      #expect(queue.ended(for: "a", now: 0) == ["b1"])
      #expect(queue.ended(for: "a", now: 0) == ["a4"])
      #expect(queue.ended(for: "b", now: 0) == ["b2"])
      #expect(queue.ended(for: "a", now: 0) == [])
      #expect(queue.ended(for: "b", now: 0) == [])
      #expect(admit("c1", "c"))
    }

    @Test func `the limit of an origin holds beside that of all`() {
      var queue = AdmissionQueue<String, String>(total: 3)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(entry, to: key, limit: 1, looksUp: false, now: 0)
      }
      #expect(admit("a1", "a"))
      #expect(!admit("a2", "a"))
      #expect(admit("b1", "b"))
      #expect(admit("c1", "c"))
      #expect(!admit("d1", "d"))
      #expect(queue.ended(for: "b", now: 0) == ["d1"])
      #expect(queue.ended(for: "a", now: 0) == ["a2"])
    }

    @Test func `those who wait for a lookup and for sockets go when both are there`() {
      var queue = AdmissionQueue<String, String>(total: 2)
      func admit(_ entry: String, _ key: String) -> Bool {
        queue.admit(entry, to: key, limit: .max, looksUp: true, now: 0)
      }
      #expect(admit("a1", "a"))
      for entry in ["a2", "a3", "a4"] { #expect(!admit(entry, "a")) }
      #expect(queue.lookupEnded(for: "a", found: true, now: 1) == ["a2"])
      #expect(queue.ended(for: "a", now: 2) == ["a3"])
      #expect(queue.ended(for: "a", now: 3) == ["a4"])
    }

    @Test func `a budget leaves descriptors to others`() {
      for descriptors in [0, 1, 64, 1024, 20_000, 1 << 24] {
        let budget = SocketBudget(descriptors: descriptors)
        #expect(budget.exchanges >= 1)
        if descriptors >= 64 { #expect(budget.exchanges + budget.kept <= descriptors * 3 / 4) }
      }
    }
  }
#endif
