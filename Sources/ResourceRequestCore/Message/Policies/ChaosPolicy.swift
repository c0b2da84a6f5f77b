// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fault injection, to show in staging how a program copes with slow and failing attempts.
///
/// Faults are injected only if the program allows it: ``ClientOptions/allowsChaos``.
public struct ChaosPolicy: Sendable, Hashable {
  /// Delayed attempts.
  public struct Delay: Sendable, Hashable {
    /// The share of attempts, from 0 to 1.
    public var share: Double
    /// The delay.
    public var time: Duration

    /// Delays a share of attempts.
    public init(share: Double, time: Duration) {
      self.share = share
      self.time = time
    }
  }

  /// Attempts that get a status without being sent.
  public struct Response: Sendable, Hashable {
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

  /// Delayed attempts; `nil` for none.
  public var delay: Delay?
  /// Attempts that get a status without being sent; `nil` for none.
  public var status: Response?
  /// The share of attempts whose connection is reset, from 0 to 1.
  public var reset: Double

  /// Creates a policy with these faults.
  public init(delay: Delay? = nil, status: Response? = nil, reset: Double = 0) {
    self.delay = delay
    self.status = status
    self.reset = reset
  }
}
