// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The calls of an instance that wait for their turns at the rate of a fleet, first come, first served.
///
/// The first in line leads: it takes a turn that is there, or asks for some, waits for its own, and goes; the next one leads
/// then. So nothing runs but the calls, and one of them asks for all.
final class TurnLine: Sendable {
  private struct State {
    /// Whether a call leads; exactly one does while any waits.
    var isLed = false
    /// Those behind it, by number, each resumed once: when it leads, or when it is cancelled.
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    /// Their numbers as they came, with those of calls that left.
    var order: ArraySlice<UInt64> = []
    var last: UInt64 = 0
    /// The turns that were given out and not taken, in order.
    var turns: ArraySlice<ContinuousClock.Instant> = []
    /// When turns were asked for last, and how many calls came since.
    var asked: ContinuousClock.Instant?
    var came = 0
  }

  let source: TurnSource
  /// What is known of the server that gives out the turns: a phrase.
  let condition: @Sendable () -> String
  private let state = Lock(State())

  init(_ source: TurnSource, condition: @escaping @Sendable () -> String = { "not connected yet" }) {
    (self.source, self.condition) = (source, condition)
  }

  /// The number of calls behind the first.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a turn.
  ///
  /// - Throws: ``TransportFailure`` with the code `rateLimited` if it comes after the deadline, or `CancellationError`.
  func pass(_ context: CallContext) async throws {
    try await lead(context)
    defer { handOver() }
    while true {
      try Task.checkCancellation()
      let now = context.clock.now
      if let deadline = context.deadline, deadline <= now { throw Self.limited(for: .zero) }
      if let turn = turn(at: now) {
        guard turn > now else { return }
        do { try await wait(until: turn, context) } catch {
          state.withLock { $0.turns = [turn] + $0.turns }
          throw error
        }
        return
      }
      try await ask(at: now, context)
    }
  }

  /// Asks for turns, and waits where there is none for now.
  private func ask(at now: ContinuousClock.Instant, _ context: CallContext) async throws {
    let clock = context.clock
    // Not behind its deadline, where a turn would be of no use if nobody follows.
    let horizon = min(FleetQuota.horizon, context.remaining ?? FleetQuota.horizon)
    let turns = await source.turns(wanted(at: now), within: horizon) { clock.now }
    if let failure = turns.failure {
      context.emit(.warning) {
        $0.message = "using this instance's part of the rate, since the fleet's rate is unknown: \(failure)"
      }
    }
    let received = clock.now
    let moment = received.advanced(by: turns.grant.wait)
    guard turns.grant.count == 0 else {
      // Those that are behind can be used as long as those of this moment.
      return keep((0..<turns.grant.count).map { max(received, moment.advanced(by: turns.interval * Double($0))) })
    }
    try Task.checkCancellation()
    if let deadline = context.deadline, moment.advanced(by: horizon) >= deadline {
      // Without a wait nothing is known of the turn.
      throw Self.limited(for: turns.grant.wait > .zero ? turns.grant.wait + horizon : .zero)
    }
    // Instances that ask at the same moment would go on doing so.
    let jitter = min(turns.interval, .milliseconds(20)) * Double(context.environment.randomBits() & 0xFF) / 256
    // A turn of this instance's part may be far away, and the server back in a moment.
    let isOwn = turns.interval != source.quota.interval
    let again = isOwn ? min(moment, received.advanced(by: .seconds(1))) : moment
    try await wait(until: again.advanced(by: jitter), context)
  }

  /// Waits until a moment, unless it is after the deadline.
  private func wait(until moment: ContinuousClock.Instant, _ context: CallContext) async throws {
    if let deadline = context.deadline, moment >= deadline {
      throw Self.limited(for: context.clock.now.duration(to: moment))
    }
    try await context.clock.sleep(until: moment)
  }

  // MARK: The line

  /// Waits until this call is the first in line.
  private func lead(_ context: CallContext) async throws {
    let remaining = context.remaining
    let (number, wait) = state.withLock { state -> (UInt64, Duration?) in
      state.came += 1
      guard state.isLed else {
        state.isLed = true
        return (0, nil)
      }
      // At the best, all turns are this instance's.
      let wait = source.quota.interval * Double(state.waiting.count + 1 - state.turns.count) - source.quota.tolerance
      if let remaining, wait > remaining { return (0, wait) }
      state.last += 1
      return (state.last, nil)
    }
    if let wait { throw Self.limited(for: wait) }
    guard number > 0 else { return }
    let alarm = Lock<Task<Void, any Error>?>(nil)
    defer { alarm.withLock(\.self)?.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let place = state.withLock { state -> Result<Void, any Error>? in
          // A handler that came before has found nobody.
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.isLed else {
            state.isLed = true
            return .success(())
          }
          if state.order.count > 64 + 2 * state.waiting.count {
            state.order = state.order.filter { state.waiting[$0] != nil }[...]
          }
          state.waiting[number] = waiter
          state.order.append(number)
          return nil
        }
        switch place {
        case .failure(let error)?: waiter.resume(throwing: error)
        case .success?: waiter.resume()
        case nil: alarm.withLock { [task = self.alarm(of: number, context)] in $0 = task }
        }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiting.removeValue(forKey: number) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Ends a waiting call at its deadline, unless it leads by then, or has left.
  private func alarm(of number: UInt64, _ context: CallContext) -> Task<Void, any Error>? {
    let clock = context.clock
    return context.deadline.map { deadline in
      Task(executorPreference: WaitingThread.current) {
        try await clock.sleep(until: deadline)
        let late = self.state.withLock { $0.waiting.removeValue(forKey: number) }
        late?.resume(throwing: Self.limited(for: .zero))
      }
    }
  }

  /// Lets the next call lead.
  private func handOver() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      while let number = state.order.popFirst() {
        if let next = state.waiting.removeValue(forKey: number) { return next }
      }
      state.isLed = false
      return nil
    }
    next?.resume()
  }

  // MARK: Turns

  /// How long a turn can be used from its moment on.
  private static let patience = Duration.milliseconds(25)

  /// The first turn that can still be used.
  private func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    state.withLock { state in
      while let turn = state.turns.popFirst() {
        if turn.duration(to: now) <= TurnLine.patience { return turn }
      }
      return nil
    }
  }

  private func keep(_ turns: [ContinuousClock.Instant]) { state.withLock { $0.turns = turns[...] } }

  /// How many turns to ask for: for all that wait, and for as many more as came and went since, if that is a moment ago.
  private func wanted(at now: ContinuousClock.Instant) -> Int {
    state.withLock { state in
      let isBusy = state.asked.map { $0.duration(to: now) < .milliseconds(20) } ?? false
      let more = isBusy ? max(0, state.came - state.waiting.count - 1) : 0
      (state.asked, state.came) = (now, 0)
      return min(source.quota.batch, state.waiting.count + 1 + more)
    }
  }

  private static func limited(for wait: Duration) -> TransportFailure {
    var failure = TransportFailure(
      code: .rateLimited,
      message: wait > .zero
        ? "not sent: its turn at the rate of the fleet would come in \(wait.wholeMilliseconds) ms, after its deadline"
        : "not sent: its turn at the rate of the fleet had not come by its deadline",
      phase: .queued
    )
    failure.retryAfter = wait > .zero ? wait : nil
    return failure
  }
}
