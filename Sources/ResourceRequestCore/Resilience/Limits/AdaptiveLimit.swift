// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds how many calls a service handles at once without queueing, from changes of its response times (gradient).
///
/// The limit grows by its square root while response times are stable, and shrinks as they rise.
///
/// Pure; its owner guards it.
struct AdaptiveLimit: Sendable, Hashable {
  private let range: ClosedRange<Double>
  private var estimate: Double
  /// The response time without overload, in seconds.
  private var long = 0.0
  /// The recent response time.
  private var short = 0.0
  private var samples = 0
  private var halvedAt: ContinuousClock.Instant?

  init(min: Int, max: Int, start: Int) {
    // Below the numbers that are not whole ones any more, and far above what any client has in flight.
    let (least, most) = (Swift.min(Swift.max(1, min), 1 << 50), Swift.min(Swift.max(1, min, max), 1 << 50))
    range = Double(least)...Double(most)
    estimate = Swift.min(Swift.max(Double(start), range.lowerBound), range.upperBound)
  }

  var limit: Int { Int(estimate) }

  /// Records a response, and the number of calls in flight with it.
  mutating func noteAnswer(after duration: Duration, active: Int) {
    let seconds = Swift.max(duration.inSeconds, 1e-6)
    samples = Swift.min(samples + 1, 1000)
    short += (seconds - short) / Double(Swift.min(samples, 20))
    long += (short - long) / remembered(active)
    // A limit that is never reached says nothing.
    guard Double(active) * 2 >= estimate else { return }
    let gradient = Swift.min(1, Swift.max(0.5, 1.5 * long / short))
    let target = estimate * gradient + estimate.squareRoot()
    let step = gradient < 1 ? 0.2 : 0.05
    estimate = Swift.min(Swift.max(estimate + (target - estimate) * step, range.lowerBound), range.upperBound)
  }

  /// Over how many responses the long average adapts.
  ///
  /// Quickly with few calls in flight, hardly at the limit, since response times under overload must not become the
  /// expectation. At the minimum limit the client causes no overload.
  private func remembered(_ active: Int) -> Double {
    if samples < 200 || short < long || estimate <= range.lowerBound { return Double(Swift.min(samples, 100)) }
    return Double(active) * 2 < estimate ? 600 : 50_000
  }

  /// Records a call that ran out of time; one with less time than responses take does not count.
  mutating func noteOverdue(after duration: Duration, at now: ContinuousClock.Instant) {
    if duration.inSeconds >= short { noteOverload(at: now) }
  }

  /// Records a timeout, 429 or 503: the limit is halved, once for calls in flight together.
  mutating func noteOverload(at now: ContinuousClock.Instant) {
    if let halvedAt, halvedAt.duration(to: now) < .seconds(Swift.min(1, Swift.max(0.01, 2 * short))) { return }
    halvedAt = now
    estimate = Swift.max(range.lowerBound, estimate / 2)
  }
}
