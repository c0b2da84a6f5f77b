// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a server has observed on one connection.
package struct ConformanceRecord: Sendable, Hashable {
  /// The requests, or their heads, that were read.
  package internal(set) var requests: [ConformanceRequest] = []
  /// The number of completed steps of the script; it continues when the script starts over.
  package internal(set) var stepsDone = 0
  /// Whether the transport has closed or reset the connection.
  package internal(set) var isClosedByTransport = false

  /// Creates an empty record.
  package init() {}
}
