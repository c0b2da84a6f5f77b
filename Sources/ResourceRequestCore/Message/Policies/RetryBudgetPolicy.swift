// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A retry budget: a token bucket that successes fill and that retries and hedges drain.
///
/// In an outage there are no successes, so retries stop by themselves. A bucket filled by requests would keep adding
/// load to a service that answers none of them, and the service would not recover. While nothing succeeds, the tokens
/// that are left are spent a few at once and then eight a second, so that clients which see an outage together do not
/// double its load.
public struct RetryBudgetPolicy: Sendable, Hashable {
  /// Tokens added per success.
  public var perSuccess: Double
  /// The capacity of the bucket, and its initial content.
  public var tokens: Int
  /// Retries per second that are always allowed, for clients with little traffic.
  public var minPerSecond: Double

  /// Creates a budget; by default a retry for five successes, a capacity of 100, and one retry a second.
  public init(perSuccess: Double = 0.2, tokens: Int = 100, minPerSecond: Double = 1) {
    self.perSuccess = perSuccess
    self.tokens = tokens
    self.minPerSecond = minPerSecond
  }
}
