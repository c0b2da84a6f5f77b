// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
