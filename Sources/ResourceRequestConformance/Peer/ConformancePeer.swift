// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Starts the servers that a transport is proved against.
///
/// ``ConformancePlayer`` knows what to do; an implementation owns the sockets and does it.
public protocol ConformancePeer: Sendable {
  /// Starts a server on a free port of a loopback address, which runs until it is stopped.
  func start(_ behaviour: ConformanceBehaviour, on address: ConformanceAddress) async throws -> any ConformanceServer
}

/// Where a server listens.
public enum ConformanceAddress: Sendable, Hashable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`.
  case ipv6
}

/// What a server does with those who come.
public enum ConformanceBehaviour: Sendable {
  /// Accepts connections: the first gets the first script, and so on; those that come after the last script get it too.
  case serves([ConformanceScript])
  /// Refuses connections.
  case refuses
  /// Neither accepts nor refuses: the attempt to connect gets no response.
  case ignores
}
