// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How many connections a transport has open.
public struct OpenConnections: Sendable, Hashable, Codable {
  /// Those that requests use, and those that are being opened.
  public var active: Int
  /// Those that wait for a request.
  public var idle: Int

  /// So many.
  public init(active: Int, idle: Int) {
    self.active = active
    self.idle = idle
  }
}
