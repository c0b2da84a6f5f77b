// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Work in a task of its own that serves several callers, such as obtaining a token.
///
/// It inherits the executor, the tracer and the logger of the task that begins it, and neither deadline nor attempt nor
/// criticality: a caller with little time left would fail the others.
enum SharedWork {
  static func run<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    try await ResourceDeadline.without {
      try await UpstreamAttempt.without { try await Criticality.without(operation) }
    }
  }
}
