// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// The reason why a simulation has no report.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, and the remedy.
    public let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
