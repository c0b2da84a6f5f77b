// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// How many retries the budget of a service allows.
struct RetryBucketTests {
  private let start = ContinuousClock.Instant.now

  @Test func `five successes pay for a retry`() {
    var bucket = RetryBucket(RetryBudgetPolicy(tokens: 1, minPerSecond: 0))
    #expect(bucket.spend(at: start) == true)
    #expect(bucket.spend(at: start) == false)
    for _ in 0..<4 { bucket.noteSuccess() }
    #expect(bucket.spend(at: start) == false)
    bucket.noteSuccess()
    bucket.noteSuccess()
    #expect(bucket.spend(at: start) == true)
  }

  @Test func `in an outage the store is spent, and then one request per second is sent`() {
    var bucket = RetryBucket(RetryBudgetPolicy())
    let spent = (0..<10_000).count { millisecond in
      bucket.spend(at: start.advanced(by: .milliseconds(millisecond)))
    }
    #expect(spent == 109)
  }

  @Test func `successes fill no more than the store`() {
    var bucket = RetryBucket(RetryBudgetPolicy(tokens: 3, minPerSecond: 0))
    for _ in 0..<1000 { bucket.noteSuccess() }
    #expect((0..<10).count { _ in bucket.spend(at: start) } == 3)
  }
}
