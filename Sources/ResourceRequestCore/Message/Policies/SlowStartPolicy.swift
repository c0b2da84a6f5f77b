// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How an endpoint that comes back gets its share of the traffic little by little.
public struct SlowStartPolicy: Sendable, Hashable {
  /// How long until it has its whole share.
  public var window: Duration
  /// How the share grows: 1 in proportion to the time, more is faster at first.
  public var aggression: Double
  /// The share it begins with.
  public var min: Double

  /// A share that grows in proportion from a tenth, unless named otherwise.
  public init(window: Duration, aggression: Double = 1, min: Double = 0.1) {
    self.window = window
    self.aggression = aggression
    self.min = min
  }
}
