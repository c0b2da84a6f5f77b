// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Warns once while endpoints cannot be updated.
final class UpkeepTrouble: Sendable {
  private let environment: RequestEnvironment
  private let isTold = Lock(false)

  init(_ environment: RequestEnvironment) {
    self.environment = environment
  }

  /// Emits a warning, unless one was emitted since the last success.
  func tell(_ cause: String) {
    let isNew = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    guard isNew else { return }
    CallContext(environment: environment).emit(.warning) { event in
      event.message = "\(cause); the last good endpoints are used"
    }
  }

  /// Allows the next warning.
  func isOver() { isTold.withLock { $0 = false } }
}
