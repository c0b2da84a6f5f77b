// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// The limit of concurrent calls that adapts to a service's response times.
struct AdaptiveLimitTests {
  private let start = ContinuousClock.Instant.now

  @Test func `it grows while answers take as long as they did, and only where it is reached`() {
    var limit = AdaptiveLimit(min: 5, max: 1000, start: 20)
    for _ in 0..<1000 { limit.noteAnswer(after: .milliseconds(10), active: 1) }
    #expect(limit.limit == 20)
    for _ in 0..<1000 { limit.noteAnswer(after: .milliseconds(10), active: limit.limit) }
    #expect(limit.limit > 200)
    for _ in 0..<10_000 { limit.noteAnswer(after: .milliseconds(10), active: limit.limit) }
    #expect(limit.limit == 1000)
  }

  @Test func `it shrinks as they take longer, to its least`() {
    var limit = AdaptiveLimit(min: 5, max: 1000, start: 100)
    for _ in 0..<50 { limit.noteAnswer(after: .milliseconds(10), active: limit.limit) }
    let before = limit.limit
    for _ in 0..<50 { limit.noteAnswer(after: .milliseconds(100), active: limit.limit) }
    #expect(limit.limit < before / 4)
    #expect(limit.limit >= 5)
  }

  @Test func `an overload halves it, once for those that were under way together`() {
    var limit = AdaptiveLimit(min: 5, max: 1000, start: 64)
    for _ in 0..<20 { limit.noteOverload(at: start) }
    #expect(limit.limit == 32)
    for second in 1...20 { limit.noteOverload(at: start.advanced(by: .seconds(second))) }
    #expect(limit.limit == 5)
  }

  @Test func `a queue far from its service finds the capacity`() {
    // The service handles 100 calls at once in 10 ms each; more than that wait.
    var limit = AdaptiveLimit(min: 5, max: 1000, start: 20)
    for _ in 0..<20_000 {
      let active = Double(limit.limit)
      limit.noteAnswer(after: .milliseconds(10 * max(1, active / 100)), active: limit.limit)
    }
    #expect((80...250).contains(limit.limit))
  }
}
