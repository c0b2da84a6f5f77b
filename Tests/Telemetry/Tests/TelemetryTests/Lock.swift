// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// A value, held by reference, that one thread at a time can access.
final class Lock<State: Sendable>: Sendable {
  private let inside: Mutex<State>

  init(_ initial: State) {
    inside = Mutex(initial)
  }

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    inside.withLock { body(&$0) }
  }
}
