// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// How long a retry is delayed.
struct RetryWaitTests {
  private func wait(
    _ seed: UInt64,
    attempts: Int = 1,
    retryAfter: Duration? = nil,
    policy: RetryPolicy = RetryPolicy(attempts: 9)
  ) -> Duration? {
    var bits = SplitMix64(seed)
    let decision = RetryDecision(policy: policy, attempts: attempts, method: .get)
    guard case .again(let wait, _) = decision.verdict(after: .answered(503, retryAfter: retryAfter), &bits) else {
      return nil
    }
    return wait
  }

  @Test func `the limit doubles up to its maximum`() {
    let backoff = RetryBackoff()
    let limits = (1...9).map { backoff.limit(before: $0) }
    #expect(limits == [50, 100, 200, 400, 800, 1600, 2000, 2000, 2000].map { .milliseconds($0) })
    #expect(RetryBackoff(base: .seconds(9), max: .seconds(1)).limit(before: 1) == .seconds(1))
    #expect(RetryBackoff(base: .longest, max: .longest).limit(before: .max) == .longest)
  }

  @Test func `the wait is anywhere from nothing to the limit`() throws {
    let waits = try (0..<1000).map { try #require(wait($0, attempts: 3)) }
    #expect(waits.allSatisfy { $0 >= .zero && $0 < .milliseconds(200) })
    #expect(try #require(waits.min()) < .milliseconds(5))
    #expect(try #require(waits.max()) > .milliseconds(195))
    let mean = waits.reduce(.zero, +) / 1000
    #expect(mean > .milliseconds(90) && mean < .milliseconds(110))
  }

  @Test func `a hundred who are sent away together come back apart, and none too early`() throws {
    let waits = try (0..<100).map { try #require(wait($0, retryAfter: .seconds(2))) }
    let (first, last) = (try #require(waits.min()), try #require(waits.max()))
    #expect(first >= .seconds(2))
    #expect(last - first >= .seconds(1))
    #expect(last <= .seconds(4))
  }

  @Test func `what a server asks for is bounded`() throws {
    let waits = try (0..<100).map { try #require(wait($0, retryAfter: .seconds(86_400))) }
    #expect(waits.allSatisfy { $0 >= .seconds(10) && $0 <= .seconds(15.1) })
    let none = try (0..<100).map { try #require(wait($0, retryAfter: .zero)) }
    #expect(none.allSatisfy { $0 <= .milliseconds(100) })
  }

  @Test func `a wait beyond the deadline is not waited`() {
    var bits = SplitMix64(1)
    let decision = RetryDecision(policy: .standard, method: .get, remaining: .seconds(1))
    #expect(
      decision.verdict(after: .answered(429, retryAfter: .seconds(3)), &bits)
        == .stop(.retryAfterBeyondDeadline(.seconds(3)))
    )
    // Nor is another attempt made before the server's time because the wait has a limit.
    let longer = RetryDecision(policy: .standard, method: .get, remaining: .seconds(12))
    #expect(
      longer.verdict(after: .answered(429, retryAfter: .seconds(60)), &bits)
        == .stop(.retryAfterBeyondDeadline(.seconds(60)))
    )
    #expect(
      "\(RetryRefusal.retryAfterBeyondDeadline(.seconds(3)))" == "Retry-After of 3000 ms ends after the deadline"
    )
  }
}
