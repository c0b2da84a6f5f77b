// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The time a call has for what people, or other calls, must do first.
enum ChallengeTime {
  /// Does something until the call's deadline, at which it is cancelled.
  ///
  /// - Throws: what it throws, or ``TransportFailure`` with `deadlineExceeded`, saying what there was no time for.
  static func spend<Value: Sendable>(
    of context: CallContext,
    on what: String,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let deadline = context.deadline else { return try await body() }
    return try await withThrowingTaskGroup(of: Value.self) { [clock = context.clock] group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(until: deadline)
        throw TransportFailure(
          code: .deadlineExceeded,
          message: "the call's time was over before \(what)",
          phase: .queued
        )
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
