// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When calls to a service with one endpoint end at once instead of waiting for its next failure.
///
/// Failures to connect, resets, timeouts and 502, 503 and 504 count; what the server holds the request to be at fault for
/// (4xx) does not.
public struct BreakerPolicy: Sendable, Hashable {
  /// The share of failures that opens it.
  public var failureRate: FailureRate
  /// What takes longer than this counts as a failure; `nil` for no such time.
  public var slow: Duration?
  /// For how long it opens the first time.
  public var openFor: Duration
  /// For how long at most; the time doubles with each probe that fails.
  public var maxOpenFor: Duration
  /// How many calls must go well, after that time, before it closes.
  public var probes: Int

  /// Opens at half of 20 within 30 s, for 5 s to a minute, and closes after 3 probes, unless named otherwise.
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
