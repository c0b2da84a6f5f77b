// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When an endpoint that fails is left out for a while.
public struct OutlierPolicy: Sendable, Hashable {
  /// After how many failures in a row; failures to connect count as all of them.
  public var consecutive: Int
  /// At which share of failures; `nil` for never.
  public var failureRate: FailureRate?
  /// For how long, the first time; each repetition takes as much longer, and each such time without one takes it back.
  public var ejectFor: Duration
  /// For how long at most.
  public var maxEjectFor: Duration
  /// The share of endpoints that may be left out at once: at least one, never the last.
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

  /// None is ever left out.
  public static let never = OutlierPolicy(consecutive: .max, failureRate: nil, maxEjected: 0)
}
