// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Learns how long successful attempts take, to decide whether the time left is enough for one.
///
/// Pure; its owner guards it.
struct AttemptNeed: Sendable {
  /// Observations older than this refuse nothing: if everything were refused, nothing new would be learned.
  static let memory: Duration = .seconds(10)

  let share: Double
  private var responses = LatencyHistogram()
  private var notedAt: ContinuousClock.Instant?

  /// - Parameter share: the quantile, from 0 to 1.
  init(share: Double) { self.share = share }

  /// Records a successful attempt.
  mutating func note(_ duration: Duration, at now: ContinuousClock.Instant) {
    responses.note(duration)
    notedAt = now
  }

  /// The time that an attempt needs; `nil` while it is unknown.
  func time(at now: ContinuousClock.Instant) -> Duration? {
    guard let notedAt, notedAt.duration(to: now) < AttemptNeed.memory else { return nil }
    return responses.quantile(share)
  }
}
