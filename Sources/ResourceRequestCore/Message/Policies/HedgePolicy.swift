// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When a second attempt is made while the first is still under way; the first answer counts.
///
/// It cuts the slowest answers where slowness is a matter of luck, for a few percent of load. It is for idempotent methods,
/// and excludes retries of the same service.
public struct HedgePolicy: Sendable, Hashable {
  /// How long the first attempt is waited for.
  public enum Delay: Sendable, Hashable {
    /// For as long as this share of answers takes, such as 0.95.
    case quantile(Double)
    /// For this long.
    case fixed(Duration)
  }

  /// How long the first attempt is waited for.
  public var after: Delay
  /// The shortest wait.
  public var min: Duration
  /// The longest wait; `nil` for no limit.
  public var max: Duration?
  /// How many attempts a call makes at most.
  public var attempts: Int
  /// The load that hedges may add, as a share of all calls.
  public var maxExtraLoad: Double

  /// Two attempts, the second after what 95 % of answers take, for 5 % more load at most, unless named otherwise.
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
