// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestValkey

/// Which server of a cluster has a key.
struct ClusterSlotsTests {
  @Test(
    arguments: [
      // The specification's own check, and what a server says of these keys.
      ("123456789", 12_739), ("foo", 12_182), ("{user1000}.following", 3_443), ("{user1000}.followers", 3_443),
      ("user1000", 3_443), ("foo{}{bar}", 8_363), ("foo{{bar}}zap", 4_015), ("foo{bar}{zap}", 5_061), ("bar", 5_061),
    ]
  )
  func `a key has the slot that servers give it`(_ key: String, _ slot: Int) {
    #expect(ClusterSlots.slot(of: Array(key.utf8)) == slot)
  }

  @Test func `the first key of what is sent together counts`() {
    #expect(ClusterSlots.slot(of: [["MULTI"].bytes, ["SET", "foo", "1"].bytes]) == 12_182)
    #expect(ClusterSlots.slot(of: [["EVAL", "return 1", "1", "bar"].bytes]) == 5_061)
    #expect(ClusterSlots.slot(of: [["MEMORY", "USAGE", "bar"].bytes]) == 5_061)
    #expect(ClusterSlots.slot(of: [["SCAN", "0"].bytes]) == nil)
  }

  @Test func `servers are read from the reply, with the host of who replies where it has none`() {
    func server(_ host: ValkeyReply, _ port: Int) -> ValkeyReply {
      .list([host, .number(port), .bytes([]), .list([])])
    }
    let reply = ValkeyReply.list([
      .list([.number(0), .number(99), server(.bytes(Array("10.0.0.1".utf8)), 7000)]),
      .list([.number(100), .number(16_383), server(.nothing, 7001), server(.nothing, 7002)]),
      .list([.number(5), .number(1), server(.nothing, 7003)]), .list([.number(0)]), .number(1),
      .list([.number(0), .number(1), server(.nothing, 70_000)]),
    ])
    let slots = ClusterSlots(reply, from: .host("cache.test", port: 6379))
    #expect(slots[99] == .host("10.0.0.1", port: 7000))
    #expect(slots[100] == .host("cache.test", port: 7001))
    #expect(slots.places.count == 2)
    #expect(ClusterSlots(reply, from: .unixSocket("/run/s")).places == [.host("10.0.0.1", port: 7000)])
  }

  @Test(arguments: [
    ("MOVED 3999 127.0.0.1:6381", "127.0.0.1", 6381, false), ("ASK 3999 cache-2.test:6381", "cache-2.test", 6381, true),
    ("MOVED 3999 :6381", "", 6381, false), ("MOVED 3999 fd00::1:6381", "fd00::1", 6381, false),
  ])
  func `a redirect names the server to ask`(_ line: String, _ host: String, _ port: Int, _ isOnce: Bool) throws {
    let redirect = try #require(ClusterRedirect(line.utf8))
    #expect(redirect.host == host)
    #expect(redirect.port == port)
    #expect(redirect.isOnce == isOnce)
  }

  @Test(arguments: [
    "MOVED", "MOVED 1", "MOVED x 127.0.0.1:1", "MOVED 1 127.0.0.1", "MOVED 1 a:b", "ERR moved 1 a:1", "",
  ])
  func `what is no redirect is an error like others`(_ line: String) {
    #expect(ClusterRedirect(line.utf8) == nil)
  }
}
