// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A gradual rollout: the configuration is tried with a share of the calls, and taken for all if they end well.
///
/// It belongs to the new configuration; a client that has another one applies it in ``ResourceClient/reload(_:)``.
public struct RolloutPolicy: Sendable, Hashable {
  /// The failure rate that rolls the configuration back.
  public enum Limit: Sendable, Hashable {
    /// A multiple of the failure rate of calls with the previous configuration in the same time.
    case times(Double)
    /// A share of the calls.
    case share(Double)
  }

  /// The share of the calls with the new configuration, from 0 to 1.
  public var share: Double
  /// The length of the trial.
  public var watch: Duration
  /// The failure rate that rolls the configuration back.
  public var limit: Limit

  /// Creates a policy; by default a tenth of the calls for five minutes, rolled back at twice the failure rate.
  public init(share: Double = 0.1, watch: Duration = .seconds(300), limit: Limit = .times(2)) {
    self.share = share
    self.watch = watch
    self.limit = limit
  }

  /// The share in percent, as it is told.
  var percent: Double { AmountText.exactPercent(share) }
}
