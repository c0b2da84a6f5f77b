// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct HandlePoolTests {
    private static let second: UInt64 = 1_000_000_000

    /// Takes this many handles at once and puts them back; returns how many were created.
    private func burst(_ count: Int, _ pool: inout HandlePool<Int>, now: UInt64) -> Int {
      var made = 0
      let handles = (0..<count).compactMap { _ in
        pool.take {
          made += 1
          return made
        }
      }
      for handle in handles { pool.putBack(handle, now: now) }
      return made
    }

    @Test func `the handles of a burst are kept for the next, and few when none comes`() {
      var pool = HandlePool<Int>()
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

    @Test func `one that may not be used again is not, and where none can be made there is none`() {
      var pool = HandlePool<Int>()
      #expect(pool.take { 1 } == 1)
      pool.putBack(nil, now: 0)
      #expect(pool.take { 2 } == 2)
      pool.putBack(2, now: 0)
      #expect(pool.take { 3 } == 2)
      #expect(pool.take { nil } == nil)
    }
  }
#endif
