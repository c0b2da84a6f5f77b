// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct ScratchPoolTests {
    private static let second: UInt64 = 1_000_000_000

    /// Takes this much at once and puts it back; returns how much was created.
    private func burst(_ count: Int, _ pool: inout ScratchPool<Int>, now: UInt64) -> Int {
      var made = 0
      let taken = (0..<count).map { _ in
        pool.take {
          made += 1
          return made
        }
      }
      for one in taken { pool.putBack(one, now: now) }
      return made
    }

    @Test func `what a burst used is kept for the next, and little when none comes`() {
      var pool = ScratchPool<Int>()
      #expect(burst(1000, &pool, now: 0) == 1000)
      #expect(pool.earliest == Self.second)
      #expect(burst(1000, &pool, now: 1) == 0)
      pool.trim(now: Self.second - 1)
      #expect(burst(1000, &pool, now: Self.second - 1) == 0)
      // All of them were used in the second that has passed, so they are kept.
      pool.trim(now: Self.second)
      #expect(burst(200, &pool, now: Self.second) == 0)
      pool.trim(now: 2 * Self.second)
      #expect(burst(300, &pool, now: 2 * Self.second) == 100)
      pool.trim(now: 3 * Self.second)
      pool.trim(now: 4 * Self.second)
      #expect(pool.earliest == nil)
      #expect(burst(128, &pool, now: 5 * Self.second) == 0)
      #expect(burst(129, &pool, now: 5 * Self.second) == 1)
    }
  }
#endif
