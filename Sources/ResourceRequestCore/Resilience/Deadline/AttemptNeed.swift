// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long an attempt takes that succeeds, to tell whether the time left is enough for one.
///
/// Pure; whoever holds it guards it.
struct AttemptNeed: Sendable {
  /// What was learned this long ago refuses nothing: where all is refused, nothing else would be learned.
  static let memory: Duration = .seconds(10)

  let share: Double
  private var responses = LatencyHistogram()
  private var notedAt: ContinuousClock.Instant?

  /// - Parameter share: the share of attempts that take no longer, from 0 to 1.
  init(share: Double) { self.share = share }

  /// Notes an attempt that succeeded.
  mutating func note(_ duration: Duration, at now: ContinuousClock.Instant) {
    responses.note(duration)
    notedAt = now
  }

  /// What an attempt needs; `nil` while that is unknown.
  func time(at now: ContinuousClock.Instant) -> Duration? {
    guard let notedAt, notedAt.duration(to: now) < AttemptNeed.memory else { return nil }
    return responses.quantile(share)
  }
}
