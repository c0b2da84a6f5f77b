// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts successes and failures in a time window.
///
/// The window has ten slots, which expire one after the other: it is exact to a tenth of its length, and counting takes
/// constant time.
///
/// Pure.
struct OutcomeWindow: Sendable, Hashable {
  private static let parts = 10

  private let part: Duration
  private var counts = Array(repeating: Count(), count: OutcomeWindow.parts)
  private var current = 0
  private var currentEnds: ContinuousClock.Instant?
  private(set) var total = Count()

  struct Count: Sendable, Hashable {
    var all = 0
    var failed = 0
  }

  init(_ length: Duration) {
    part = max(length.clamped / OutcomeWindow.parts, .nanoseconds(1))
  }

  mutating func note(failed: Bool, at now: ContinuousClock.Instant) {
    advance(to: now)
    counts[current].all += 1
    total.all += 1
    guard failed else { return }
    counts[current].failed += 1
    total.failed += 1
  }

  /// Drops outcomes older than the window.
  mutating func advance(to now: ContinuousClock.Instant) {
    guard let end = currentEnds else {
      currentEnds = now.advanced(by: part)
      return
    }
    guard now >= end else { return }
    let steps = end.duration(to: now) / part
    guard steps < Double(OutcomeWindow.parts) - 1 else {
      reset()
      currentEnds = now.advanced(by: part)
      return
    }
    for _ in 0...Int(steps) {
      current = (current + 1) % OutcomeWindow.parts
      total.all -= counts[current].all
      total.failed -= counts[current].failed
      counts[current] = Count()
    }
    currentEnds = end.advanced(by: part * (Int(steps) + 1))
  }

  mutating func reset() {
    for index in counts.indices { counts[index] = Count() }
    total = Count()
  }

  /// Whether a failure rate is exceeded.
  func exceeds(_ rate: FailureRate) -> Bool {
    total.all >= rate.of && Double(total.failed) >= rate.above * Double(total.all) && total.failed > 0
  }
}
