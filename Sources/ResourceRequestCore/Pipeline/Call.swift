// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// One call, from the caller's request to its response: its number, its attempts, and what it may still do.
///
/// It is written where attempts begin and end, and read when a response or an error is made.
package final class Call: AttemptSource {
  /// The maximum number of attempts of one call, redirects excluded.
  ///
  /// A policy allows 20, and an unsent request, a stale connection, a token and a login add one each.
  /// Each middleware that sends again has a limit of its own; nested middleware multiplies those.
  static let limit = 24

  /// A number, unique within the process.
  let id = RequestEnvironment.nextID()
  /// The call that it serves, such as by fetching a token; `nil` for a caller's own.
  let served: UInt64?
  let environment: RequestEnvironment
  /// The generation of the client's configuration; 0 without a client.
  let generation: Int
  /// The start of the call.
  let start: Moment
  /// The observers that listened when the call began.
  package let listeners: EventListeners
  /// Whether any observer listens; checked first for every event.
  let isObserved: Bool

  private struct Ended {
    var earlier: [EndedAttempt] = []
    /// The last ended attempt, stored inline: most calls have no other, so that noting it allocates nothing.
    var last: EndedAttempt?
    /// The attempts in flight of a race, by their numbers, with their beginnings.
    var racing: [Int: (attempt: EndedAttempt, start: Moment)] = [:]
  }

  private let attempts = Atomic(0)
  /// The number of attempts that were not caused by a redirect.
  private let sendings = Atomic(0)
  private let redirects = Atomic(0)
  private let hasReachedServer = Atomic(false)
  private let ended = InlineLock(Ended())
  /// The idempotency key.
  private let key = InlineLock<String?>(nil)
  /// Receives interim responses.
  private let listener = SetOnce<InterimListener>()
  /// The request of this hop; kept only if an observer listens, and apart.
  private let asked = InlineLock<Shared<RequestSummary>?>(nil)

  init(_ environment: RequestEnvironment, serving served: UInt64? = nil, generation: Int = 0) {
    self.environment = environment
    self.served = served
    self.generation = generation
    start = Moment(environment.clock.now)
    listeners = environment.listeners
    isObserved = !listeners.isEmpty
  }

  /// The number of redirects that were followed.
  var redirectCount: Int { redirects.load(ordering: .relaxed) }

  func noteRedirect() { redirects.wrappingAdd(1, ordering: .relaxed) }

  /// The number of attempts that have begun.
  var attemptCount: Int { attempts.load(ordering: .relaxed) }

  /// Counts an attempt.
  ///
  /// - Returns: its number, from 1.
  /// - Throws: ``TransportFailure`` with the code `tooManySendings` beyond the limit.
  func begin(_ reason: AttemptReason) throws -> Int {
    // Redirects have a limit of their own.
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

  /// Notes an attempt that begins beside others.
  func race(_ attempt: EndedAttempt) {
    let start = Moment(environment.clock.now)
    ended.withLock { $0.racing[attempt.number] = (attempt, start) }
  }

  /// Whether the race of an attempt goes on.
  func isRacing(_ number: Int) -> Bool { ended.withLock { $0.racing[number] != nil } }

  /// Whether the race goes on in which an attempt ends; if not, it is among the attempts already.
  @discardableResult
  func leaveRace(_ number: Int) -> Bool { ended.withLock { $0.racing.removeValue(forKey: number) != nil } }

  /// Notes the attempts that are still in flight when another one has brought the response, or the call ends.
  func endRace() {
    let now = Moment(environment.clock.now)
    let isAnyLeft = ended.withLock { ended in
      let outrun = ended.racing.sorted { $0.key < $1.key }
      ended.racing = [:]
      for (_, entry) in outrun {
        var attempt = entry.attempt
        attempt.end(since: entry.start, at: now)
        // Before the last one, which is that of the response.
        ended.earlier.append(attempt)
      }
      return !outrun.isEmpty
    }
    // It may have been read.
    if isAnyLeft { noteAnswer() }
  }

  /// Notes the reason why no attempt follows the last one.
  func noteRefusal(_ reason: String) {
    ended.withLock { $0.last?.refusal = reason }
  }

  /// Notes what the last attempt cost, whose body has just been read.
  func noteMetrics(_ metrics: ExchangeMetrics) { ended.withLock { $0.last?.noteMetrics(metrics) } }

  /// The idempotency key of all attempts and hops, made of two random numbers at first use.
  func idempotencyKey(_ randomBits: () -> UInt64) -> String {
    if let made = key.withLock({ $0 }) { return made }
    let made = IdempotencyKey.make(randomBits(), randomBits())
    // Concurrent attempts may both have found none; the first one stored is used by all.
    return key.withLock { key in
      let kept = key ?? made
      key = kept
      return kept
    }
  }

  /// Notes that a server has responded: it may have acted, however the call ends.
  func noteAnswer() { hasReachedServer.store(true, ordering: .relaxed) }

  /// Notes how a transport failed: what is not known to be unsent may have reached the server.
  @inline(never)
  func noteSending(endedBy error: any Error, _ cancelled: CancelledPhase?) {
    let isUnsent =
      error is CancellationError
      ? cancelled?.phase.isBeforeSending == true : (error as? TransportFailure)?.mayHaveExecuted == false
    if !isUnsent { noteAnswer() }
  }

  /// Whether a server may have acted on any attempt; a later attempt cannot undo that.
  var mayHaveExecuted: Bool { hasReachedServer.load(ordering: .relaxed) }

  /// The ended attempts.
  var attemptsSoFar: AttemptList {
    AttemptList(self, count: ended.withLock { $0.earlier.count + ($0.last == nil ? 0 : 1) })
  }

  package func attempts(_ count: Int) -> [Attempt] {
    let (earlier, last) = ended.withLock { ($0.earlier, $0.last) }
    return (earlier + [last].compactMap(\.self)).prefix(count).map(\.attempt)
  }

  /// Receives interim responses, if set.
  var interimListener: InterimListener? { listener.value }

  /// Sets the receiver of interim responses, before anything is sent.
  package func listen(_ listener: InterimListener) { _ = self.listener.setIfNone(listener) }

  /// Keeps the request of this hop for the events that follow, if an observer listens.
  func ask(_ request: ResolvedRequest) {
    guard isObserved else { return }
    // Not the request itself, whose body would then live as long as the response, which knows its call.
    ask(about: request.summary)
  }

  /// Keeps a summary for the events that follow.
  func ask(about summary: RequestSummary) { asked.withLock { $0 = Shared(summary) } }

  /// The request of this hop; `nil` if no observer listens.
  var summary: RequestSummary? { asked.withLock { $0?.value } }
}
