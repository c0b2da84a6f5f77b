// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a server has seen of one connection.
public struct ConformanceRecord: Sendable, Hashable {
  /// The requests, or heads of requests, that were read.
  public internal(set) var requests: [ConformanceRequest] = []
  /// How many steps of the script are done; with every start-over the count goes on.
  public internal(set) var stepsDone = 0
  /// Whether the transport has closed or reset the connection.
  public internal(set) var isClosedByTransport = false

  /// Nothing seen yet.
  public init() {}
}
