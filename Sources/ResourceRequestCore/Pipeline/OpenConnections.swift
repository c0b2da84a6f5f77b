// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The number of a transport's open connections.
public struct OpenConnections: Sendable, Hashable, Codable {
  /// Connections in use or being opened.
  public var active: Int
  /// Idle connections.
  public var idle: Int

  /// Creates a count.
  public init(active: Int, idle: Int) {
    self.active = active
    self.idle = idle
  }
}
