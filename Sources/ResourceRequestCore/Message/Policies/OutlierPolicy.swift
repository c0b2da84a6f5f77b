// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Outlier detection: ejects failing endpoints for a while.
public struct OutlierPolicy: Sendable, Hashable {
  /// Ejects after this many consecutive failures; a connect failure ejects at once.
  public var consecutive: Int
  /// Ejects at this failure rate; `nil` for never.
  public var failureRate: FailureRate?
  /// The duration of the first ejection; it grows with each repetition and shrinks with each such period without one.
  public var ejectFor: Duration
  /// The longest ejection.
  public var maxEjectFor: Duration
  /// The largest share of endpoints ejected at once: at least one, never the last.
  public var maxEjected: Double

  /// Creates a policy; by default it ejects after 5 failures in a row or 50 % of at least 20 within 30 s, for 30 s to 5
  /// minutes.
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
