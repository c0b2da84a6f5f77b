// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// How often one call has sent, and what became of the attempts that failed.
///
/// Written where the transport is called, whoever sends again; read when an error is made.
package final class AttemptLog: Sendable {
  /// How often one call sends, beside the redirects it follows: more than anybody needs who sends again.
  ///
  /// Each who sends again has a limit of its own; where they stand around one another, those multiply.
  static let limit = 20

  private struct State {
    var attempts: [Attempt] = []
    var mayHaveExecuted = false
  }

  /// There once there is something to tell: most calls have nothing, and pay for none.
  private let state = AtomicLazyReference<Lock<State>>()
  private let sendings = Atomic(0)

  /// Counts a sending.
  ///
  /// - Throws: ``TransportFailure`` with the code `tooManySendings` where there were too many.
  func noteSending() throws {
    guard sendings.add(1, ordering: .relaxed).oldValue < AttemptLog.limit else { throw AttemptLog.tooMany }
  }

  private static var tooMany: TransportFailure {
    TransportFailure(
      code: .tooManySendings,
      message: "the call was to be sent more than \(limit) times, redirects not counted; look for who sends it again",
      phase: .queued,
      mayHaveExecuted: true
    )
  }

  func append(_ attempt: Attempt, mayHaveExecuted: Bool) {
    change { state in
      state.attempts.append(attempt)
      if mayHaveExecuted { state.mayHaveExecuted = true }
    }
  }

  /// A server answered, and the call goes on elsewhere, where the redirect's sending does not count.
  func noteRedirect() {
    sendings.subtract(1, ordering: .relaxed)
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
