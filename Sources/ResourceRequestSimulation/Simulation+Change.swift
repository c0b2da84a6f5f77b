// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation {
  /// A change of all clients' configuration during the simulation.
  public struct Change: Sendable, Hashable {
    /// The moment, from the start.
    public let moment: Duration
    /// The new configuration, taken as by `ResourceClient.reload`.
    public let configuration: ResourceConfiguration

    /// Creates a change.
    public init(at moment: Duration, to configuration: ResourceConfiguration) {
      self.moment = moment
      self.configuration = configuration
    }
  }
}
