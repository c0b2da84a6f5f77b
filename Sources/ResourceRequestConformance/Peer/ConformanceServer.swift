// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A server of a ``ConformancePeer``, while it runs.
public protocol ConformanceServer: Sendable {
  /// Host and port as they stand in a URL, such as `127.0.0.1:4711`.
  var authority: String { get }

  /// What it has seen of each connection so far, in the order in which they were accepted.
  var records: [ConformanceRecord] { get }

  /// Suspends until the records are as wanted.
  ///
  /// - Throws: An error that says so where that takes longer than a minute.
  func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws

  /// Closes every connection and stops listening.
  func stop()
}
