// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A failure rate over a window of attempts.
public struct FailureRate: Sendable, Hashable {
  /// The threshold, from 0 to 1.
  public var above: Double
  /// The minimum number of attempts in the window.
  public var of: Int
  /// The length of the window.
  public var within: Duration

  /// Creates a rate; by default 50 % of at least 20 attempts within 30 s.
  public init(above: Double = 0.5, of: Int = 20, within: Duration = .seconds(30)) {
    self.above = above
    self.of = of
    self.within = within
  }
}
