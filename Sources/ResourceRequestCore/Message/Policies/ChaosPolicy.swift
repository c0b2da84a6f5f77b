// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fault injection, so that a program's staging shows how it copes with slow and failing attempts.
///
/// Faults are injected only in a program that allows it: ``ClientOptions/allowsChaos``.
public struct ChaosPolicy: Sendable, Hashable {
  /// Attempts that take longer.
  public struct Delay: Sendable, Hashable {
    /// The share of attempts, from 0 to 1.
    public var share: Double
    /// How much longer they take.
    public var time: Duration

    /// Makes a share of attempts take longer.
    public init(share: Double, time: Duration) {
      self.share = share
      self.time = time
    }
  }

  /// Attempts that are answered here, with a status.
  public struct Answer: Sendable, Hashable {
    /// The share of attempts, from 0 to 1.
    public var share: Double
    /// The status.
    public var status: Status

    /// Answers a share of attempts with a status.
    public init(share: Double, status: Status) {
      self.share = share
      self.status = status
    }
  }

  /// Attempts that take longer; `nil` for none.
  public var delay: Delay?
  /// Attempts that are answered here; `nil` for none.
  public var status: Answer?
  /// The share of attempts whose connection is reset, from 0 to 1.
  public var reset: Double

  /// Faults of the kinds named.
  public init(delay: Delay? = nil, status: Answer? = nil, reset: Double = 0) {
    self.delay = delay
    self.status = status
    self.reset = reset
  }
}
