// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// When the next request may be sent.
struct RateMeterTests {
  private let start = ContinuousClock.Instant.now

  private func turns(_ meter: inout RateMeter, _ count: Int) -> [Double] {
    (0..<count).map { _ in
      let turn = meter.turn(at: start)
      meter.take(turn)
      return start.duration(to: turn).inSeconds
    }
  }

  @Test func `a burst is sent at once, and then one request per interval`() {
    var meter = RateMeter(RatePolicy(requests: 10, burst: 3))
    for (turn, expected) in zip(turns(&meter, 6), [0, 0, 0, 0.1, 0.2, 0.3]) { #expect(abs(turn - expected) < 1e-9) }
  }

  @Test func `a turn that is given back is the next one's`() {
    var meter = RateMeter(RatePolicy(requests: 10, burst: 1))
    _ = turns(&meter, 3)
    meter.giveBack()
    #expect(abs(turns(&meter, 1)[0] - 0.2) < 1e-9)
  }

  @Test func `a pause holds for all`() {
    var meter = RateMeter(RatePolicy(obey: [.retryAfter]))
    #expect(turns(&meter, 1) == [0])
    meter.pause(until: start.advanced(by: .seconds(2)), at: start)
    meter.pause(until: start.advanced(by: .seconds(1)), at: start)
    #expect(turns(&meter, 2) == [2, 2])
  }
}
