// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Ramps up the traffic of a returning endpoint.
public struct SlowStartPolicy: Sendable, Hashable {
  /// The length of the ramp.
  public var window: Duration
  /// The shape of the ramp: 1 is linear, more is faster at first.
  public var aggression: Double
  /// The initial share.
  public var min: Double

  /// Creates a linear ramp, by default from a tenth.
  public init(window: Duration, aggression: Double = 1, min: Double = 0.1) {
    self.window = window
    self.aggression = aggression
    self.min = min
  }
}
