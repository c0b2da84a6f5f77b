// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Counting recent successes and failures.
struct OutcomeWindowTests {
  private let start = ContinuousClock.Instant.now

  @Test func `what is older than the window is forgotten`() {
    var window = OutcomeWindow(.seconds(10))
    for second in 0..<10 { window.note(failed: true, at: start.advanced(by: .seconds(second))) }
    #expect(window.total == .init(all: 10, failed: 10))
    window.note(failed: false, at: start.advanced(by: .seconds(14.5)))
    #expect(window.total == .init(all: 6, failed: 5))
    window.advance(to: start.advanced(by: .seconds(60)))
    #expect(window.total == .init())
  }

  @Test func `a share needs as many attempts as the rate says`() {
    var window = OutcomeWindow(.seconds(30))
    let rate = FailureRate(above: 0.5, of: 4)
    for _ in 0..<3 { window.note(failed: true, at: start) }
    #expect(!window.exceeds(rate))
    window.note(failed: false, at: start)
    #expect(window.exceeds(rate))
    for _ in 0..<3 { window.note(failed: false, at: start) }
    #expect(!window.exceeds(rate))
  }

  @Test func `windows of any length count`() {
    for length in [Duration.zero, .nanoseconds(3), .longest] {
      var window = OutcomeWindow(length)
      window.note(failed: true, at: start)
      window.note(failed: true, at: start.advanced(by: .seconds(1)))
      #expect(window.total.all >= 1)
    }
  }
}
