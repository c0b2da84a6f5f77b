// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What became of the attempts of one call.
///
/// Written by those who send, read when an error is made.
package struct AttemptLog: Sendable {
  private struct State {
    var attempts: [Attempt] = []
    var mayHaveExecuted = false
  }

  private let state = Lock(State())

  func append(_ attempt: Attempt, mayHaveExecuted: Bool) {
    state.withLock { state in
      state.attempts.append(attempt)
      if mayHaveExecuted { state.mayHaveExecuted = true }
    }
  }

  /// A server answered, and the call goes on elsewhere.
  func noteAnswer() {
    state.withLock { $0.mayHaveExecuted = true }
  }

  var all: [Attempt] {
    state.withLock { $0.attempts }
  }

  /// Whether a server may have acted on any of what went out: what a later attempt does cannot take it back.
  var mayHaveExecuted: Bool {
    state.withLock { $0.mayHaveExecuted }
  }
}
