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

/// A running server of a ``ConformancePeer``.
package protocol ConformanceServer: Sendable {
  /// Host and port as in a URL, such as `127.0.0.1:4711`.
  var authority: String { get }

  /// The records of its connections, in the order in which they were accepted.
  var records: [ConformanceRecord] { get }

  /// Suspends until the records fulfil a condition.
  ///
  /// - Throws: an error if that takes longer than a minute.
  func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws

  /// Closes all connections and stops listening.
  func stop()
}

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
