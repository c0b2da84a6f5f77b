// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Outlier detection: ejects failing endpoints for a while.
public struct OutlierPolicy: Sendable, Hashable {
  /// Ejects after this many consecutive failures; a connect failure ejects at once.
  public var consecutive: Int
  /// Ejects at this failure rate; `nil` for never.
  public var failureRate: FailureRate?
  /// The time of the first ejection; it grows with each repetition and shrinks with each such time without one.
  public var ejectFor: Duration
  /// The longest ejection.
  public var maxEjectFor: Duration
  /// The largest share of endpoints ejected at once: at least one, never the last.
  public var maxEjected: Double

  /// After 5 failures in a row or half of 20 within 30 s, for 30 s to 5 minutes, unless named otherwise.
  public init(
    consecutive: Int = 5,
    failureRate: FailureRate? = FailureRate(),
    ejectFor: Duration = .seconds(30),
    maxEjectFor: Duration = .seconds(300),
    maxEjected: Double = 0.5
  ) {
    self.consecutive = consecutive
    self.failureRate = failureRate
    self.ejectFor = ejectFor
    self.maxEjectFor = maxEjectFor
    self.maxEjected = maxEjected
  }

  /// Ejects no endpoint.
  public static let never = OutlierPolicy(consecutive: .max, failureRate: nil, maxEjected: 0)
}
