// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Limits the time that a call waits for people or other calls.
package enum CallTime {
  /// Runs a closure and cancels it at the call's deadline.
  ///
  /// - Throws: the closure's error, or ``TransportFailure`` with `deadlineExceeded` and the missed step.
  package static func spend<Value: Sendable>(
    of context: CallContext,
    on what: String,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let deadline = context.deadline else { return try await body() }
    return try await withThrowingTaskGroup(of: Value.self) { [clock = context.clock] group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(until: deadline)
        throw TransportFailure(unsent: .deadlineExceeded, "the call's deadline passed before \(what)")
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
