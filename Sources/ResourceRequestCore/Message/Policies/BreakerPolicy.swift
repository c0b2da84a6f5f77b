// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A circuit breaker for a service with one endpoint: while it is open, calls fail at once.
///
/// Connect failures, resets, timeouts and 502, 503 and 504 count as failures; 4xx statuses do not. It opens at a
/// failure rate. It also opens when all attempts have failed for a tenth of the rate's window, if there are as many as
/// the rate requires: under load, a window full of successes would hide an outage for too long.
public struct BreakerPolicy: Sendable, Hashable {
  /// The failure rate that opens the breaker.
  public var failureRate: FailureRate
  /// An attempt slower than this counts as a failure; `nil` for no limit.
  public var slow: Duration?
  /// How long it stays open the first time.
  public var openFor: Duration
  /// The longest time it stays open; the time doubles with each failed probe.
  public var maxOpenFor: Duration
  /// How many probes must succeed before it closes.
  public var probes: Int

  /// Creates a breaker; by default it opens at 50 % of at least 20 attempts failing within 30 s, for 5 s to a minute,
  /// and closes after 3 probes.
  public init(
    failureRate: FailureRate = FailureRate(),
    slow: Duration? = nil,
    openFor: Duration = .seconds(5),
    maxOpenFor: Duration = .seconds(60),
    probes: Int = 3
  ) {
    self.failureRate = failureRate
    self.slow = slow
    self.openFor = openFor
    self.maxOpenFor = maxOpenFor
    self.probes = probes
  }

  /// Never opens.
  public static let never = BreakerPolicy(failureRate: FailureRate(above: 1, of: .max))
}

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
