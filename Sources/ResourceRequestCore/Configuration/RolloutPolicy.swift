// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a configuration comes into force step by step: for a share of the calls first, and for all if these end well.
///
/// It stands in the configuration that is to come; a client that has another one obeys it at ``ResourceClient/reload(_:)``.
public struct RolloutPolicy: Sendable, Hashable {
  /// From which failure rate on the configuration before comes back.
  public enum Limit: Sendable, Hashable {
    /// So many times the failure rate of the calls that are made by the configuration before, meanwhile.
    case times(Double)
    /// This share of the calls.
    case share(Double)
  }

  /// The share of the calls, from 0 to 1, that the new configuration is tried with.
  public var share: Double
  /// How long it is tried.
  public var watch: Duration
  /// From which failure rate on the configuration before comes back.
  public var limit: Limit

  /// A tenth of the calls for five minutes, and back where twice as many fail as before, unless named.
  public init(share: Double = 0.1, watch: Duration = .seconds(300), limit: Limit = .times(2)) {
    self.share = share
    self.watch = watch
    self.limit = limit
  }
}
