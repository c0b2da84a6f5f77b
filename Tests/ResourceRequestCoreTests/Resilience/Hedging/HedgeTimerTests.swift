// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// When a second attempt is made, and how many of them may be made.
struct HedgeTimerTests {
  @Test func `a histogram finds quantiles to a few percent`() throws {
    var histogram = LatencyHistogram()
    for milliseconds in 1...1000 { histogram.note(.milliseconds(milliseconds)) }
    for (share, expected) in [(0.5, 500.0), (0.95, 950), (0.99, 990)] {
      let found = try #require(histogram.quantile(share)).inSeconds * 1000
      #expect(abs(found / expected - 1) < 0.03)
    }
  }

  @Test func `times of any length are counted, and too few say nothing`() {
    var histogram = LatencyHistogram()
    for _ in 0..<19 { histogram.note(.zero) }
    #expect(histogram.quantile(0.95) == nil)
    histogram.note(.longest)
    histogram.note(.seconds(-1))
    #expect(histogram.quantile(0.5) != nil)
    #expect(histogram.quantile(1) != nil)
  }

  @Test func `the latest weigh most`() throws {
    var histogram = LatencyHistogram()
    for _ in 0..<10_000 { histogram.note(.milliseconds(10)) }
    for _ in 0..<10_000 { histogram.note(.milliseconds(100)) }
    #expect(try #require(histogram.quantile(0.5)) > .milliseconds(80))
  }

  @Test func `hedges add no more load than they may`() {
    var timer = HedgeTimer(HedgePolicy(after: .fixed(.milliseconds(1))))
    var hedges = 0
    for _ in 0..<10_000 {
      _ = timer.begin()
      if timer.spend() { hedges += 1 }
    }
    #expect((495...502).contains(hedges))
  }

  @Test func `the wait is bounded, and there is none before anything is known`() {
    var timer = HedgeTimer(HedgePolicy(min: .milliseconds(5), max: .milliseconds(50)))
    #expect(timer.begin() == nil)
    for _ in 0..<100 { timer.note(.microseconds(50)) }
    #expect(timer.begin() == .milliseconds(5))
    for _ in 0..<100_000 { timer.note(.seconds(1)) }
    #expect(timer.begin() == .milliseconds(50))
  }
}
