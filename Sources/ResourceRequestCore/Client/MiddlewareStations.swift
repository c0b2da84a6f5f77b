// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Middleware of your own for one service, by where it stands.
public struct MiddlewareStations: Sendable {
  /// What sees each hop once, however often it is sent, before anything is added to it; outermost first.
  public var hop: [any Middleware]
  /// What sees each attempt, with the fields as they go out, credentials and cookies included; outermost first.
  public var attempt: [any Middleware]

  /// None, unless named.
  public init(hop: [any Middleware] = [], attempt: [any Middleware] = []) {
    self.hop = hop
    self.attempt = attempt
  }
}
