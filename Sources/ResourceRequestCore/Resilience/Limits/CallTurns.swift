// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Limits the calls in flight to a service, and queues the others.
final class CallTurns: Sendable {
  /// How waiting ended.
  private enum Outcome: Sendable {
    case turn
    case refused
    case displaced
    case left
  }

  private typealias Waiting = CheckedContinuation<Outcome, Never>

  /// Invariants: a waiting call is in the queue and has a continuation, which the code that removes it resumes; no call
  /// waits while there is a permit.
  private struct State {
    var active = 0
    var fixed = 0
    var adaptive: AdaptiveLimit?
    var queue: WaitQueue?
    var waiting: [UInt64: Waiting] = [:]
    var lastTicket: UInt64 = 0

    var limit: Int { adaptive?.limit ?? fixed }
  }

  private let state: Lock<State>
  private let queue: QueuePolicy?

  init(_ policy: ConcurrencyPolicy, _ queue: QueuePolicy?) {
    var state = State()
    switch policy {
    case .fixed(let count): state.fixed = count
    case .adaptive(let min, let max, let start): state.adaptive = AdaptiveLimit(min: min, max: max, start: start)
    }
    state.queue = queue.map(WaitQueue.init)
    self.queue = queue
    self.state = Lock(state)
  }

  /// The numbers of calls in flight and waiting.
  var counts: (active: Int, waiting: Int) { state.withLock { ($0.active, $0.waiting.count) } }

  /// The same, with the limit.
  var report: ResilienceReport.Turns {
    state.withLock { ResilienceReport.Turns(active: $0.active, waiting: $0.waiting.count, limit: $0.limit) }
  }

  /// Takes a permit; ``giveBack()`` must follow.
  ///
  /// Work that nobody waits for never queues and leaves half of the permits, and the last one, to callers.
  ///
  /// - Returns: whether the call has waited for it.
  /// - Throws: ``TransportFailure`` with the code `overloaded` if there is none, `deadlineExceeded` if the call's deadline
  ///   passes while it waits, or `CancellationError`.
  @discardableResult
  func take(_ criticality: Criticality, isBehind: Bool = false, _ context: CallContext) async throws -> Bool {
    let isFree = state.withLock { state in
      guard state.active < (isBehind ? state.limit / 2 : state.limit) else { return false }
      state.active += 1
      return true
    }
    if isFree { return false }
    guard let queue, !isBehind else { throw CallTurns.overloaded("the concurrency limit is reached") }
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let patience = queue.timeout.map { context.clock.now.advanced(clamping: $0) }
    let end = [patience, context.deadline].compactMap(\.self).min()
    let outcome = await wait(ticket, criticality, until: end, context)
    switch outcome {
    case .turn where Task.isCancelled:
      giveBack()
      throw CancellationError()
    case .turn: return true
    case .refused: throw CallTurns.overloaded("the concurrency limit is reached and the queue is full")
    case .displaced: throw CallTurns.overloaded("a more critical call took its place in the queue")
    case .left:
      try Task.checkCancellation()
      if let deadline = context.deadline, deadline <= context.clock.now { throw CallTurns.deadlinePassed }
      throw CallTurns.overloaded("the queue timeout passed")
    }
  }

  private func wait(
    _ ticket: UInt64,
    _ criticality: Criticality,
    until end: ContinuousClock.Instant?,
    _ context: CallContext
  ) async -> Outcome {
    guard let end else { return await wait(ticket, criticality) }
    return await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await self.wait(ticket, criticality) }
      group.addTask {
        try? await context.clock.sleep(until: end)
        return nil
      }
      if let outcome = await group.next() ?? nil {
        group.cancelAll()
        return outcome
      }
      // The time is over. The turn may have come all the same, and must not be lost.
      leave(ticket)
      group.cancelAll()
      return (await group.next() ?? nil) ?? .left
    }
  }

  private func wait(_ ticket: UInt64, _ criticality: Criticality) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (now, displaced) = state.withLock { state -> (Outcome?, Waiting?) in
          if Task.isCancelled { return (.left, nil) }
          if state.active < state.limit {
            state.active += 1
            return (.turn, nil)
          }
          let arrival = state.queue?.add(.init(ticket: ticket, criticality: criticality)) ?? .refused
          if arrival == .refused { return (.refused, nil) }
          state.waiting[ticket] = continuation
          if case .displaces(let other) = arrival { return (nil, state.waiting.removeValue(forKey: other)) }
          return (nil, nil)
        }
        if let now { continuation.resume(returning: now) }
        displaced?.resume(returning: .displaced)
      }
    } onCancel: {
      leave(ticket)
    }
  }

  /// Ends the waiting of a call, unless it has got its permit.
  private func leave(_ ticket: UInt64) {
    let waiting = state.withLock { state in
      state.queue?.remove(ticket)
      return state.waiting.removeValue(forKey: ticket)
    }
    waiting?.resume(returning: .left)
  }

  /// Adapts the limit to the outcome of an attempt.
  func note(_ end: AttemptEnd, after duration: Duration, at now: ContinuousClock.Instant) {
    change { state in
      let active = state.active
      switch end {
      case .answered(429, _), .answered(503, _): state.adaptive?.noteOverload(at: now)
      case .answered(504, _): state.adaptive?.noteOverdue(after: duration, at: now)
      // Another failure says nothing about how long a response takes: a fast one would make all responses look slow.
      case .answered where end.isSuccess: state.adaptive?.noteAnswer(after: duration, active: active)
      case .failed where end.isUnsentTimeout: break
      case .failed where end.condition == .attemptTimeout: state.adaptive?.noteOverload(at: now)
      case .failed where end.isOverdue: state.adaptive?.noteOverdue(after: duration, at: now)
      case .answered, .failed, .abandoned: break
      }
    }
  }

  /// Returns a permit, which goes to the next waiting call.
  func giveBack() { change { $0.active -= 1 } }

  /// Changes the state, and lets those go for whom there is a permit then.
  private func change(_ change: (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      var next: [Waiting] = []
      while state.active < state.limit, let ticket = state.queue?.next() {
        guard let waiting = state.waiting.removeValue(forKey: ticket) else { continue }
        state.active += 1
        next.append(waiting)
      }
      return next
    }
    for waiting in next { waiting.resume(returning: .turn) }
  }

  private static var deadlinePassed: TransportFailure {
    let message = "the call's deadline passed while it waited in the queue of the concurrency limit"
    return TransportFailure(unsent: .deadlineExceeded, message)
  }

  private static func overloaded(_ cause: String) -> TransportFailure {
    let message = "not sent: \(cause); raise \"concurrency\" or \"queue\", or send fewer calls at once"
    return TransportFailure(unsent: .overloaded, message)
  }
}
