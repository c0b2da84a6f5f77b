// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation {
  /// Another configuration that all clients are given while the simulation runs.
  public struct Change: Sendable, Hashable {
    /// When, from the beginning.
    public let moment: Duration
    /// What they are given, as by `ResourceClient.reload`.
    public let configuration: ResourceConfiguration

    /// A change at a moment.
    public init(at moment: Duration, to configuration: ResourceConfiguration) {
      self.moment = moment
      self.configuration = configuration
    }
  }
}
