// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Middleware for one service, at both stations.
public struct MiddlewareStations: Sendable {
  /// Middleware for each hop, outermost first: called once a hop, before credentials and other fields are added.
  public var hop: [any Middleware]
  /// Middleware for each attempt, outermost first: sees the header fields as they are sent, credentials and cookies
  /// included.
  public var attempt: [any Middleware]

  /// Creates lists of middleware, empty by default.
  public init(hop: [any Middleware] = [], attempt: [any Middleware] = []) {
    self.hop = hop
    self.attempt = attempt
  }
}
