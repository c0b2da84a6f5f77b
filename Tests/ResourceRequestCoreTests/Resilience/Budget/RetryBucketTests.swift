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

  @Test func `while nothing succeeds, a few are sent at once and then eight a second`() {
    var bucket = RetryBucket(RetryBudgetPolicy())
    for _ in 0..<1000 { bucket.noteSuccess() }
    // Many attempts that fail together, such as those of a connection that was lost, are sent again together.
    #expect((0..<40).count { _ in bucket.spend(at: start) } == 40)
    for _ in 0..<1000 { bucket.noteSuccess() }
    let first = bucket.spend(at: start.advanced(by: .seconds(5)))
    let spent = (0..<5).map { second in
      (60..<1060).count { bucket.spend(at: start.advanced(by: .seconds(5 + second) + .milliseconds($0))) }
    }
    #expect(first && spent[0] <= 13 && spent[0] >= 10 && spent[1...].allSatisfy { (7...9).contains($0) }, "\(spent)")
    bucket.noteSuccess()
    #expect((0..<40).count { _ in bucket.spend(at: start.advanced(by: .seconds(11))) } == 40)
  }

  @Test func `a budget that allows more a second keeps no lower pace`() {
    var bucket = RetryBucket(RetryBudgetPolicy(tokens: 1000, minPerSecond: 50))
    let spent = (0..<4000).count { bucket.spend(at: start.advanced(by: .milliseconds($0))) }
    #expect((200...260).contains(spent), "\(spent)")
  }
}
