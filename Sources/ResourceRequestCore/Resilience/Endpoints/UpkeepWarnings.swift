// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Warns once while endpoints cannot be updated.
final class UpkeepWarnings: Sendable {
  private let environment: RequestEnvironment
  private let hasWarned = Lock(false)

  init(_ environment: RequestEnvironment) {
    self.environment = environment
  }

  /// Emits a warning, unless one was emitted since the last success.
  func warn(_ cause: String) {
    let isNew = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isNew else { return }
    CallContext(environment: environment).emit(.warning) { event in
      event.message = "\(cause); the last good endpoints are used"
    }
  }

  /// Allows the next warning.
  func reset() { hasWarned.withLock { $0 = false } }
}
