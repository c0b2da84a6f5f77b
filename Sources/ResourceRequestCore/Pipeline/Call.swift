// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// One call, from the request somebody made to its answer: its number, its attempts, what it may still do.
///
/// Written where attempts begin and end, whoever makes them; read when an answer or an error is made.
package final class Call: Sendable {
  /// How often one call sends, beside the redirects it follows: more than anybody needs who sends again.
  ///
  /// Each who sends again has a limit of its own; where they stand around one another, those multiply.
  static let limit = 20

  /// A number, unique within the process.
  let id = RequestEnvironment.nextID()
  /// The call it serves, as one that fetches a token does; `nil` for one that somebody made.
  let served: UInt64?
  let environment: RequestEnvironment

  private struct State {
    var sendings = 0
    var attempts = 0
    var history = AttemptHistory()
    var mayHaveExecuted = false
    /// What is asked at this hop; kept only where somebody observes.
    var summary: RequestSummary?
  }

  /// Invariant: `sendings` are those of `attempts` that no redirect caused.
  private let state = InlineLock(State())

  init(_ environment: RequestEnvironment, serving served: UInt64? = nil) {
    self.environment = environment
    self.served = served
  }

  /// Counts an attempt.
  ///
  /// - Returns: its number, from 1.
  /// - Throws: ``TransportFailure`` with the code `tooManySendings` where there were too many.
  func begin(_ reason: AttemptReason) throws -> Int {
    let number = state.withLock { state in
      // A redirect has a limit of its own.
      if reason != .redirect {
        guard state.sendings < Call.limit else { return 0 }
        state.sendings += 1
      }
      state.attempts += 1
      return state.attempts
    }
    guard number > 0 else { throw Call.tooMany }
    return number
  }

  private static var tooMany: TransportFailure {
    TransportFailure(
      code: .tooManySendings,
      message: "the call was to be sent more than \(limit) times, redirects not counted; look for who sends it again",
      phase: .queued,
      mayHaveExecuted: true
    )
  }

  func note(_ attempt: Attempt, mayHaveExecuted: Bool) {
    state.withLock { state in
      state.history.append(attempt)
      if mayHaveExecuted { state.mayHaveExecuted = true }
    }
  }

  /// A server answered, and the call goes on elsewhere: it may have acted, whatever comes of that.
  func noteRedirect() {
    state.withLock { $0.mayHaveExecuted = true }
  }

  /// The attempts that have ended.
  package var history: AttemptHistory { state.withLock { $0.history } }

  /// Whether a server may have acted on any of what went out: what a later attempt does cannot take it back.
  var mayHaveExecuted: Bool { state.withLock { $0.mayHaveExecuted } }

  /// What is asked at this hop; `nil` where nobody observes.
  var summary: RequestSummary? {
    get { state.withLock { $0.summary } }
    set { state.withLock { $0.summary = newValue } }
  }
}
