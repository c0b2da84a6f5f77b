// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How many calls a service answers quickly at once, found from how its answers change (gradient).
///
/// The limit grows by its root while answers take as long as they did, and shrinks as they take longer.
///
/// Pure; whoever holds it guards it.
struct AdaptiveLimit: Sendable, Hashable {
  private let range: ClosedRange<Double>
  private var estimate: Double
  /// What answers take without an overload, in seconds.
  private var long = 0.0
  /// What the latest take.
  private var short = 0.0
  private var samples = 0
  private var halvedAt: ContinuousClock.Instant?

  init(min: Int, max: Int, start: Int) {
    range = Double(Swift.max(1, min))...Double(Swift.max(1, min, max))
    estimate = Swift.min(Swift.max(Double(start), range.lowerBound), range.upperBound)
  }

  var limit: Int { Int(estimate) }

  /// Notes a response, and how many calls were in flight with it.
  mutating func noteAnswer(after duration: Duration, active: Int) {
    let seconds = Swift.max(duration.inSeconds, 1e-6)
    samples = Swift.min(samples + 1, 1000)
    short += (seconds - short) / Double(Swift.min(samples, 20))
    long += (short - long) / remembered(active)
    // A limit nobody reaches says nothing.
    guard Double(active) * 2 >= estimate else { return }
    let gradient = Swift.min(1, Swift.max(0.5, 1.5 * long / short))
    let target = estimate * gradient + estimate.squareRoot()
    let step = gradient < 1 ? 0.2 : 0.05
    estimate = Swift.min(Swift.max(estimate + (target - estimate) * step, range.lowerBound), range.upperBound)
  }

  /// Over how many answers the long view changes.
  ///
  /// Quickly while little is in flight, hardly while the limit is reached: what an overload makes of responses must not
  /// become what is expected of them. At the least limit there is no overload of our making.
  private func remembered(_ active: Int) -> Double {
    if samples < 200 || short < long || estimate <= range.lowerBound { return Double(Swift.min(samples, 100)) }
    return Double(active) * 2 < estimate ? 600 : 50_000
  }

  /// Notes the end of a call whose time was over; one that had less than responses take says nothing.
  mutating func noteOverdue(after duration: Duration, at now: ContinuousClock.Instant) {
    if duration.inSeconds >= short { noteOverload(at: now) }
  }

  /// Notes a timeout, 429 or 503: the limit is halved, once for those that were in flight together.
  mutating func noteOverload(at now: ContinuousClock.Instant) {
    if let halvedAt, halvedAt.duration(to: now) < .seconds(Swift.min(1, Swift.max(0.01, 2 * short))) { return }
    halvedAt = now
    estimate = Swift.max(range.lowerBound, estimate / 2)
  }
}
