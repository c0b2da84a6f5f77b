// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  /// When a peer counts as silent, with times as plain numbers.
  struct SilenceTests {
    private let gap: UInt64 = 2000

    @Test func `a peer that takes an upload slowly is not silent`() {
      var silence = Silence(lastActivity: 0)
      var traffic = Traffic()
      var now: UInt64 = 0
      for _ in 0..<50 {
        now = silence.nextMoment(gap)
        traffic.acknowledged += 1
        silence.look(traffic, at: now)
        #expect(!silence.isOver(gap, at: now))
      }
      #expect(now > 10 * gap)
      // The gap is measured from the last moment at which progress was seen.
      let last = now
      while !silence.isOver(gap, at: now) {
        now = silence.nextMoment(gap)
        silence.look(traffic, at: now)
      }
      #expect(now == last + gap)
    }

    @Test(arguments: [
      (Traffic(sent: 1), false), (Traffic(acknowledged: 1), false), (Traffic(received: 1), false), (Traffic(), true),
    ])
    func `bytes in either direction break it`(traffic: Traffic, isSilent: Bool) {
      var silence = Silence(lastActivity: 100)
      silence.look(Traffic(), at: 600)
      silence.look(traffic, at: 1100)
      #expect(silence.isOver(gap, at: 2100) == isSilent)
      #expect(silence.isOver(gap, at: 3100))
    }

    @Test func `the first look finds nothing to compare with`() {
      var silence = Silence(lastActivity: 100)
      silence.look(Traffic(sent: 7), at: 2000)
      #expect(silence.isOver(gap, at: 2100))
      // Activity reported by libcurl counts by itself.
      silence.lastActivity = 2050
      #expect(!silence.isOver(gap, at: 2100))
    }

    @Test func `a look is taken four times within the limit, and time does not overflow`() {
      var silence = Silence(lastActivity: 0)
      var looks = 0
      var now: UInt64 = 0
      while !silence.isOver(gap, at: now) {
        now = silence.nextMoment(gap)
        silence.look(Traffic(), at: now)
        looks += 1
      }
      #expect(looks == 4)
      #expect(Silence(lastActivity: .max - 1).nextMoment(1) == .max)
      #expect(Silence(lastActivity: 5).nextMoment(0) == 5)
    }
  }
#endif
