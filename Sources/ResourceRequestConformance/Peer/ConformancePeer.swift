// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Starts the servers that a transport is tested against.
///
/// ``ConformancePlayer`` decides what to do; an implementation owns the sockets.
package protocol ConformancePeer: Sendable {
  /// Starts a server on a free port of a loopback address; it runs until it is stopped.
  func start(_ behaviour: ConformanceBehaviour, on address: ConformanceAddress) async throws -> any ConformanceServer
}

/// The address of a server.
package enum ConformanceAddress: Sendable, Hashable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`.
  case ipv6
}

/// How a server treats connections.
package enum ConformanceBehaviour: Sendable {
  /// Accepts connections: the first gets the first script, and so on; later ones get the last script.
  case serves([ConformanceScript])
  /// Refuses connections.
  case refuses
  /// Neither accepts nor refuses: connecting gets no response.
  case ignores
}
