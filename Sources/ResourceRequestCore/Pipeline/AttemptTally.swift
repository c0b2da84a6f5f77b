// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attempts as they were counted: how they ended, and how long they took.
///
/// Pure.
package struct AttemptTally: Sendable, Hashable {
  /// How many ended so.
  package private(set) var outcomes = Array(repeating: 0, count: AttemptLedger.Outcome.allCases.count)
  /// How many took so long, by the steps of ``AttemptLedger/ends``; those that were cancelled are not among them.
  package private(set) var durations = Array(repeating: 0, count: AttemptLedger.ends.count + 1)
  /// What all took together, since somebody looked for the first time.
  package internal(set) var nanoseconds = 0
  /// How many are under way, of those that began since then.
  package internal(set) var active = 0
  /// How often attempts failed, by the code.
  package internal(set) var codes: [ResourceError.Code: Int] = [:]
  /// How often attempts after the first were made, by the reason.
  package internal(set) var reasons: [AttemptReason: Int] = [:]

  package init() {}

  /// How many ended so.
  package subscript(outcome: AttemptLedger.Outcome) -> Int { outcomes[outcome.rawValue] }

  /// Counts one attempt.
  package mutating func note(
    _ outcome: AttemptLedger.Outcome,
    after duration: Duration,
    code: ResourceError.Code? = nil
  ) {
    let time = AttemptLedger.nanoseconds(duration)
    add(1, outcome, AttemptLedger.step(time))
    nanoseconds = nanoseconds.addingReportingOverflow(Int(clamping: time)).partialValue
    if let code { codes[code, default: 0] += 1 }
  }

  mutating func add(_ count: Int, _ outcome: AttemptLedger.Outcome, _ step: Int) {
    outcomes[outcome.rawValue] += count
    // How long somebody's patience was says nothing of the service.
    if outcome != .cancellation { durations[step] += count }
  }

  /// How long so large a share of attempts takes at most, in seconds; `nil` where there is none.
  ///
  /// Between the ends of a step it is taken to be even.
  package func quantile(_ share: Double) -> Double? {
    let all = durations.reduce(0, +)
    guard all > 0 else { return nil }
    var left = max(1, Double(all) * share)
    for (step, count) in durations.enumerated() where count > 0 {
      guard left > Double(count) else {
        let lower = step == 0 ? 0 : Double(AttemptLedger.ends[step - 1])
        // Of the last step only its beginning is known.
        let upper = step < AttemptLedger.ends.count ? Double(AttemptLedger.ends[step]) : lower
        return (lower + (upper - lower) * left / Double(count)) * 1e-9
      }
      left -= Double(count)
    }
    return nil
  }
}
