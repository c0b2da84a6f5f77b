// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The counts of attempts by outcome and duration.
///
/// Pure.
package struct AttemptTally: Sendable, Hashable {
  /// How many ended so.
  package private(set) var outcomes = Array(repeating: 0, count: AttemptLedger.Outcome.allCases.count)
  /// The number of attempts by the buckets of ``AttemptLedger/ends``, without cancelled ones.
  package private(set) var durations = Array(repeating: 0, count: AttemptLedger.ends.count + 1)
  /// The total duration since the first read, without cancelled ones.
  package internal(set) var nanoseconds = 0
  /// The number of attempts in flight among those that began since then.
  package internal(set) var active = 0
  /// The number of failures by code.
  package internal(set) var codes: [ResourceError.Code: Int] = [:]
  /// The number of calls that failed before an attempt, by code.
  package internal(set) var unsent: [ResourceError.Code: Int] = [:]
  /// The number of further attempts by reason.
  package internal(set) var reasons: [AttemptReason: Int] = [:]

  package init() {}

  /// How many ended so.
  package subscript(outcome: AttemptLedger.Outcome) -> Int { outcomes[outcome.rawValue] }

  /// Counts an attempt.
  package mutating func note(
    _ outcome: AttemptLedger.Outcome,
    after duration: Duration,
    code: ResourceError.Code? = nil
  ) {
    let time = AttemptLedger.nanoseconds(duration)
    add(1, outcome, AttemptLedger.step(time))
    if outcome != .cancellation {
      nanoseconds = nanoseconds.addingReportingOverflow(Int(clamping: time)).partialValue
    }
    if let code { codes[code, default: 0] += 1 }
  }

  mutating func add(_ count: Int, _ outcome: AttemptLedger.Outcome, _ step: Int) {
    outcomes[outcome.rawValue] += count
    // The time until a caller cancelled says nothing about the service.
    if outcome != .cancellation { durations[step] += count }
  }

  /// The duration that this share of attempts does not exceed, in seconds; `nil` if there are none.
  ///
  /// Durations within a bucket are assumed to be evenly distributed.
  package func quantile(_ share: Double) -> Double? {
    let all = durations.reduce(0, +)
    guard all > 0 else { return nil }
    var left = max(1, Double(all) * share)
    for (step, count) in durations.enumerated() where count > 0 {
      guard left > Double(count) else {
        let lower = step == 0 ? 0 : Double(AttemptLedger.ends[step - 1])
        // The last bucket has a lower bound only.
        let upper = step < AttemptLedger.ends.count ? Double(AttemptLedger.ends[step]) : lower
        return (lower + (upper - lower) * left / Double(count)) * 1e-9
      }
      left -= Double(count)
    }
    return nil
  }
}
