// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Computes when the next request may be sent: a bucket as the moment at which it is full again (GCRA), and the pauses
/// that a service asks for.
///
/// Pure; its owner guards it.
struct RateMeter: Sendable, Hashable {
  /// The average time between two requests.
  let interval: Duration?
  private let tolerance: Duration
  private var fullAt: ContinuousClock.Instant?
  /// Until when the service asks not to be called.
  private(set) var pausedUntil: ContinuousClock.Instant?
  /// By how much pauses have put off, in all, the turns that were taken before them.
  private(set) var delay = Duration.zero

  init(_ policy: RatePolicy) {
    interval = policy.requests.map { max(.zero, policy.per.clamped) / max(1, $0) }
    tolerance = (interval ?? .zero).times(max(1, policy.burst) - 1)
  }

  /// When a request that comes now may be sent.
  func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let pause = max(now, pausedUntil ?? now)
    guard interval != nil, let fullAt else { return pause }
    return max(pause, fullAt.advanced(by: .zero - tolerance))
  }

  /// Takes a turn, so that the next request has a later one.
  mutating func take(_ turn: ContinuousClock.Instant) {
    guard let interval else { return }
    fullAt = max(turn, fullAt ?? turn).advanced(clamping: interval)
  }

  /// Returns a turn that was not used.
  mutating func giveBack() {
    guard let interval, let end = fullAt else { return }
    fullAt = end.advanced(by: .zero - interval)
  }

  /// Puts off all turns that were taken, so that they keep their order and their rate behind the pause.
  mutating func pause(until moment: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
    let before = max(now, pausedUntil ?? now)
    guard moment > before else { return }
    let longer = before.duration(to: moment)
    delay = (delay.clamped + longer.clamped).clamped
    fullAt = fullAt?.advanced(clamping: longer)
    pausedUntil = moment
  }
}
