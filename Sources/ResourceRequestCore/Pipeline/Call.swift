// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// One call, from the request somebody made to its response: its number, its attempts, what it may still do.
///
/// Written where attempts begin and end, whoever makes them; read when a response or an error is made.
package final class Call: AttemptSource {
  /// How often one call sends, beside the redirects it follows: more than anybody needs who sends again.
  ///
  /// Each who sends again has a limit of its own; where they stand around one another, those multiply.
  static let limit = 20

  /// A number, unique within the process.
  let id = RequestEnvironment.nextID()
  /// The call it serves, as one that fetches a token does; `nil` for one that somebody made.
  let served: UInt64?
  let environment: RequestEnvironment
  /// Which of the client's configurations holds for it; 0 where there is no client.
  let generation: Int
  /// When it began.
  let start: Moment
  /// Whether anybody wants its events: the first thing every event asks.
  let isObserved: Bool

  private struct Ended {
    var earlier: [EndedAttempt] = []
    /// The one that ended last has room here: most calls have no other, and noting it allocates nothing.
    var last: EndedAttempt?
  }

  private let attempts = Atomic(0)
  /// Those of the attempts that no redirect caused.
  private let sendings = Atomic(0)
  private let hasReachedServer = Atomic(false)
  private let ended = InlineLock(Ended())
  /// What makes the call safe to repeat.
  private let key = InlineLock<String?>(nil)
  /// Who is told of interim responses.
  private let listener = SetOnce<InterimListener>()
  /// What is asked at this hop; kept only where somebody observes.
  private let asked = InlineLock<Shared<RequestSummary>?>(nil)

  init(_ environment: RequestEnvironment, serving served: UInt64? = nil, generation: Int = 0) {
    self.environment = environment
    self.served = served
    self.generation = generation
    start = Moment(environment.clock.now)
    isObserved = environment.isListenedTo
  }

  /// How many attempts have begun.
  var attemptCount: Int { attempts.load(ordering: .relaxed) }

  /// Counts an attempt.
  ///
  /// - Returns: its number, from 1.
  /// - Throws: ``TransportFailure`` with the code `tooManySendings` where there were too many.
  func begin(_ reason: AttemptReason) throws -> Int {
    // A redirect has a limit of its own.
    if reason != .redirect, sendings.wrappingAdd(1, ordering: .relaxed).oldValue >= Call.limit { throw Call.tooMany }
    return attempts.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private static var tooMany: TransportFailure {
    TransportFailure(
      code: .tooManySendings,
      message: "the call would be sent more than \(limit) times, redirects not counted; look for what sends it again",
      phase: .queued,
      mayHaveExecuted: true
    )
  }

  func note(_ attempt: EndedAttempt, mayHaveExecuted: Bool) {
    ended.withLock { ended in
      if var before = ended.last {
        before.letGo()
        ended.earlier.append(before)
      }
      ended.last = attempt
    }
    if mayHaveExecuted { hasReachedServer.store(true, ordering: .relaxed) }
  }

  /// Notes why no other attempt follows the last one.
  func noteRefusal(_ reason: String) {
    ended.withLock { $0.last?.refusal = reason }
  }

  /// The key of all its attempts and hops, made at first use of two random numbers.
  func idempotencyKey(_ randomBits: () -> UInt64) -> String {
    if let made = key.withLock({ $0 }) { return made }
    let made = IdempotencyKey.make(randomBits(), randomBits())
    // Of attempts that run beside one another, both may have found none; the first that is kept is everybody's.
    return key.withLock { key in
      let kept = key ?? made
      key = kept
      return kept
    }
  }

  /// A server answered, and the call goes on elsewhere: it may have acted, whatever comes of that.
  func noteRedirect() { hasReachedServer.store(true, ordering: .relaxed) }

  /// Whether a server may have acted on any of what went out: what a later attempt does cannot take it back.
  var mayHaveExecuted: Bool { hasReachedServer.load(ordering: .relaxed) }

  /// The attempts that have ended by now.
  var attemptsSoFar: AttemptList {
    AttemptList(self, count: ended.withLock { $0.earlier.count + ($0.last == nil ? 0 : 1) })
  }

  package func attempts(_ count: Int) -> [Attempt] {
    let (earlier, last) = ended.withLock { ($0.earlier, $0.last) }
    return (earlier + [last].compactMap(\.self)).prefix(count).map(\.attempt)
  }

  /// Who is told of interim responses; `nil` for nobody.
  var interimListener: InterimListener? { listener.value }

  /// Says who is told of interim responses, before anything is sent.
  func listen(_ listener: InterimListener) { _ = self.listener.setIfNone(listener) }

  /// What is asked at this hop; `nil` where nobody observes.
  var summary: RequestSummary? {
    get { asked.withLock { $0?.value } }
    set {
      let asked = newValue.map(Shared.init)
      self.asked.withLock { $0 = asked }
    }
  }
}
