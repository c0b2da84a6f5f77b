// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Hedging: starts a second attempt while the first is in flight, and takes the first response.
///
/// It cuts tail latency if slowness is random, for a few percent of load. It applies to idempotent methods, and
/// excludes retries of the same service.
public struct HedgePolicy: Sendable, Hashable {
  /// How long to wait before the second attempt.
  public enum Delay: Sendable, Hashable {
    /// The time within which this share of responses arrives, such as 0.95.
    case quantile(Double)
    /// A fixed time.
    case fixed(Duration)
  }

  /// No second attempt.
  public static let never = HedgePolicy(attempts: 1, maxExtraLoad: 0)

  /// How long to wait before the second attempt.
  public var after: Delay
  /// The shortest wait.
  public var min: Duration
  /// The longest wait; `nil` for no limit.
  public var max: Duration?
  /// The most attempts of a call.
  public var attempts: Int
  /// The most extra load, as a share of all calls.
  public var maxExtraLoad: Double

  /// Creates a policy; by default two attempts, the second after the 95th percentile, for at most 5 % more load.
  public init(
    after: Delay = .quantile(0.95),
    min: Duration = .milliseconds(1),
    max: Duration? = nil,
    attempts: Int = 2,
    maxExtraLoad: Double = 0.05
  ) {
    self.after = after
    self.min = min
    self.max = max
    self.attempts = attempts
    self.maxExtraLoad = maxExtraLoad
  }
}
