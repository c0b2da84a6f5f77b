// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// What became of the attempts of one call.
///
/// Written by those who send, read when an error is made.
package final class AttemptLog: Sendable {
  private struct State {
    var attempts: [Attempt] = []
    var mayHaveExecuted = false
  }

  /// There once there is something to tell: most calls have nothing, and pay for none.
  private let state = AtomicLazyReference<Lock<State>>()

  func append(_ attempt: Attempt, mayHaveExecuted: Bool) {
    change { state in
      state.attempts.append(attempt)
      if mayHaveExecuted { state.mayHaveExecuted = true }
    }
  }

  /// A server answered, and the call goes on elsewhere.
  func noteAnswer() {
    change { $0.mayHaveExecuted = true }
  }

  var all: [Attempt] {
    state.load()?.withLock { $0.attempts } ?? []
  }

  /// Whether a server may have acted on any of what went out: what a later attempt does cannot take it back.
  var mayHaveExecuted: Bool {
    state.load()?.withLock { $0.mayHaveExecuted } ?? false
  }

  private func change(_ body: (inout State) -> Void) {
    let state = state.load() ?? self.state.storeIfNil(Lock(State()))
    state.withLock { body(&$0) }
  }
}
