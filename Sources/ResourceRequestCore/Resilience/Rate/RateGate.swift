// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends the requests of a service at their rate, and none while the service asks not to be called.
final class RateGate: Sendable {
  private struct State {
    var line: RateLine
    /// The sleep of each waiting call, which ends early when its turn changes.
    var sleeps: [UInt64: Task<Void, any Error>] = [:]
  }

  private let state: Lock<State>
  private let policy: RatePolicy

  init(_ policy: RatePolicy) {
    self.policy = policy
    state = Lock(State(line: RateLine(RateMeter(policy))))
  }

  /// Until when the service asks not to be called.
  var pausedUntil: ContinuousClock.Instant? { state.withLock { $0.line.meter.pausedUntil } }

  /// The number of calls that wait.
  var waiting: Int { state.withLock { $0.line.count } }

  /// Waits for the request's turn; work that nobody waits for goes now or not at all.
  ///
  /// - Throws: ``TransportFailure`` with the code `rateLimited` if it comes after the deadline, or
  ///   `CancellationError`.
  func pass(_ context: CallContext, isBehind: Bool = false) async throws {
    let now = context.clock.now
    let deadline = isBehind ? now : context.deadline
    let (arrival, ticket) = state.withLock { $0.line.arrive(at: now, before: deadline) }
    var step = arrival
    while case .waits(let moment) = step {
      do { try await sleep(ticket, until: moment, context.clock) } catch {
        leave(ticket, at: context.clock.now)
        throw error
      }
      let now = context.clock.now
      let (next, changed) = state.withLock { state -> (RateLine.Step, Task<Void, any Error>?) in
        let (next, other) = state.line.step(of: ticket, at: now, before: deadline)
        return (next, other.flatMap { state.sleeps[$0] })
      }
      changed?.cancel()
      step = next
    }
    if case .late(let turn) = step { throw RateGate.limited(for: context.clock.now.duration(to: turn)) }
    // Where there is no rate, those whom a pause has held would go together.
    guard case .waits = arrival, policy.requests == nil else { return }
    var bits = SplitMix64(context.environment.randomBits())
    let spread = now.duration(to: context.clock.now).spread(leaving: context.remaining, &bits)
    if spread > .zero { try await context.clock.sleep(until: context.clock.now + spread) }
    // One that went before may have been asked to wait again.
    if let pause = try await waitForPause(context) { throw RateGate.limited(for: pause) }
  }

  /// Waits until the service may be called again, with a turn that the call has, and up to a second more: those that wait
  /// together do not return together.
  ///
  /// - Returns: how long that is, if it is beyond the deadline; the call waits no longer then.
  /// - Throws: `CancellationError`.
  func waitForPause(_ context: CallContext) async throws -> Duration? {
    while let end = pausedUntil, end > context.clock.now {
      if let deadline = context.deadline, deadline <= end { return context.clock.now.duration(to: end) }
      var bits = SplitMix64(context.environment.randomBits())
      let spread = context.clock.now.duration(to: end).spread(
        leaving: context.deadline.map { end.duration(to: $0) },
        &bits
      )
      try await context.clock.sleep(until: end + spread)
    }
    return nil
  }

  /// Sleeps until a moment, or until the turn of the call has changed.
  private func sleep(
    _ ticket: UInt64,
    until moment: ContinuousClock.Instant,
    _ clock: any RequestClock
  ) async throws {
    let sleep = Task(executorPreference: WaitingThread.current) { try await clock.sleep(until: moment) }
    let isChanged = state.withLock { state in
      state.sleeps[ticket] = sleep
      return state.line.moment(of: ticket) != moment
    }
    if isChanged { sleep.cancel() }
    defer { state.withLock { $0.sleeps[ticket] = nil } }
    let result = await withTaskCancellationHandler {
      await sleep.result
    } onCancel: {
      sleep.cancel()
    }
    try Task.checkCancellation()
    // Ended by another call, which left the line.
    if !sleep.isCancelled { try result.get() }
  }

  /// Leaves the line; a call whose turn has just come returns it.
  private func leave(_ ticket: UInt64, at now: ContinuousClock.Instant) {
    let changed = state.withLock { state in
      let other = state.line.waits(ticket) ? state.line.leave(ticket) : state.line.giveBack(of: now, at: now)
      return other.flatMap { state.sleeps[$0] }
    }
    changed?.cancel()
  }

  /// Returns the turn of a request that passed at a moment and was not sent.
  func giveBack(of moment: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
    let changed = state.withLock { state in state.line.giveBack(of: moment, at: now).flatMap { state.sleeps[$0] } }
    changed?.cancel()
  }

  /// Reads the limits in a response's header fields.
  func note(_ response: TransportResponse, _ context: CallContext) {
    guard !policy.obey.isEmpty else { return }
    let wait = RateAdvice.wait(
      response.status,
      response.headers,
      obeying: policy.obey,
      now: context.clock.date.wholeSeconds
    )
    guard let wait else { return }
    let now = context.clock.now
    state.withLock { $0.line.pause(until: now.advanced(clamping: wait), at: now) }
  }

  static func limited(for wait: Duration) -> TransportFailure {
    let message = "not sent: the rate limit allows it in \(wait.wholeMilliseconds) ms, after its deadline"
    var failure = TransportFailure(unsent: .rateLimited, message)
    failure.retryAfter = wait
    return failure
  }
}

extension Duration {
  /// A random time after a wait of this length, up to a second, so that those that wait together do not return together; no more
  /// than half of what the wait leaves.
  func spread(leaving rest: Duration?, _ bits: inout SplitMix64) -> Duration {
    min(self, .seconds(1), rest.map { max(.zero, $0 / 2) } ?? .seconds(1)) * bits.fraction()
  }
}
