// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How many retries and hedges a service gets: a bucket that successes fill.
///
/// In an outage there are no successes, so retries end by themselves. A bucket that requests fill keeps adding load to a
/// service that answers none of them, and the service does not recover.
public struct RetryBudgetPolicy: Sendable, Hashable {
  /// How many retries one success pays for.
  public var perSuccess: Double
  /// How many retries the bucket holds at most, and at the beginning.
  public var tokens: Int
  /// How many retries a second there are in any case, so that a client with little traffic gets some.
  public var minPerSecond: Double

  /// A retry for five successes, 100 in store, and one a second, unless named otherwise.
  public init(perSuccess: Double = 0.2, tokens: Int = 100, minPerSecond: Double = 1) {
    self.perSuccess = perSuccess
    self.tokens = tokens
    self.minPerSecond = minPerSecond
  }
}
