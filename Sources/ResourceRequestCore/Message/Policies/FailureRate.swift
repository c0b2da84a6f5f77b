// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A share of failures among the latest attempts.
public struct FailureRate: Sendable, Hashable {
  /// The share, from 0 to 1, at which it is too many.
  public var above: Double
  /// How many attempts there must be before the share says anything.
  public var of: Int
  /// How far back it looks.
  public var within: Duration

  /// Half of at least 20 within 30 s, unless named otherwise.
  public init(above: Double = 0.5, of: Int = 20, within: Duration = .seconds(30)) {
    self.above = above
    self.of = of
    self.within = within
  }
}
