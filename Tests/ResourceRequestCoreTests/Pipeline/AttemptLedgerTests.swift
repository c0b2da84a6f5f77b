// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// How attempts are counted.
struct AttemptLedgerTests {
  @Test func `a time belongs to the first step that is not shorter`() {
    #expect(AttemptLedger.step(0) == 0)
    for (index, end) in AttemptLedger.ends.enumerated() {
      #expect(AttemptLedger.step(end) == index)
      #expect(AttemptLedger.step(end + 1) == index + 1)
    }
    #expect(AttemptLedger.ends == AttemptLedger.ends.sorted())
    #expect(AttemptLedger.nanoseconds(.seconds(Int64.max)) == 1_000_000_000_000_000_000)
    #expect(AttemptLedger.nanoseconds(.seconds(-1)) == 0)
  }

  @Test func `the steps that OpenTelemetry names are among ours`() {
    let standard: [Double] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
    let ours = Set(AttemptLedger.ends)
    #expect(standard.allSatisfy { ours.contains(Int64(($0 * 1e9).rounded())) })
  }

  @Test func `outcomes and times are counted, and a cancellation has no time`() {
    let ledger = AttemptLedger()
    for status: Status in [200, 204, 301, 404, 500, 503] {
      ledger.note(.init(status), after: .milliseconds(20), wasCounted: false)
    }
    ledger.note(.connectFailed, after: .seconds(2), wasCounted: false)
    ledger.note(.cancellation, after: .seconds(90), wasCounted: false)
    let tally = ledger.read()
    #expect(tally.outcomes == [2, 1, 1, 2, 1, 1])
    #expect(tally.durations.reduce(0, +) == 7)
    #expect(tally.codes == [.connectFailed: 1])
  }

  @Test func `what is under way is counted from the first look on, and never below zero`() {
    let ledger = AttemptLedger()
    let early = ledger.begin()
    #expect(!early)
    #expect(ledger.read().active == 0)
    let late = ledger.begin()
    #expect(late)
    #expect(ledger.read().active == 1)
    ledger.note(.success, after: .seconds(1), wasCounted: early)
    #expect(ledger.read().active == 1)
    ledger.note(.success, after: .seconds(1), wasCounted: late)
    let tally = ledger.read()
    #expect(tally.active == 0)
    #expect(tally.nanoseconds == 2_000_000_000)
  }

  @Test func `the time of what was cancelled is in no sum`() {
    let ledger = AttemptLedger()
    _ = ledger.read()
    var tally = AttemptTally()
    for (outcome, seconds) in [(AttemptLedger.Outcome.cancellation, 60), (.success, 1)] {
      ledger.note(outcome, after: .seconds(seconds), wasCounted: false)
      tally.note(outcome, after: .seconds(seconds))
    }
    #expect(ledger.read().nanoseconds == 1_000_000_000 && tally.nanoseconds == 1_000_000_000)
  }

  @Test func `a quantile lies within the step of its attempt`() {
    var tally = AttemptTally()
    #expect(tally.quantile(0.5) == nil)
    for _ in 0..<98 { tally.note(.success, after: .milliseconds(3)) }
    tally.note(.failure, after: .milliseconds(700), code: .readTimeout)
    tally.note(.success, after: .seconds(200))
    let median = tally.quantile(0.5) ?? 0
    #expect((0.0025...0.005).contains(median))
    let p99 = tally.quantile(0.99) ?? 0
    #expect((0.5...0.75).contains(p99))
    // The last step has no end, so the quantile is its beginning.
    #expect(abs((tally.quantile(1) ?? 0) - 60) < 1e-6)
  }
}
