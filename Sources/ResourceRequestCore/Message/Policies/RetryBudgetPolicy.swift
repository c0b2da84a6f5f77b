// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A retry budget: a token bucket that successes fill and that retries and hedges drain.
///
/// In an outage there are no successes, so retries end by themselves. A bucket that requests fill keeps adding load to a
/// service that answers none of them, and the service does not recover.
public struct RetryBudgetPolicy: Sendable, Hashable {
  /// Tokens added per success.
  public var perSuccess: Double
  /// The capacity of the bucket, and its initial content.
  public var tokens: Int
  /// Retries per second that are always allowed, for clients with little traffic.
  public var minPerSecond: Double

  /// A retry for five successes, 100 in store, and one a second, unless named otherwise.
  public init(perSuccess: Double = 0.2, tokens: Int = 100, minPerSecond: Double = 1) {
    self.perSuccess = perSuccess
    self.tokens = tokens
    self.minPerSecond = minPerSecond
  }
}
