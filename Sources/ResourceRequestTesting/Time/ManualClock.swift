// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
public import ResourceRequestPlatform

/// A clock that a test advances: timeouts, backoff and expiry without waiting.
///
/// ```swift
/// let clock = ManualClock()
/// let context = CallContext(environment: RequestEnvironment(clock: clock))
/// async let answer = transport.send(request, context: context)
/// try await clock.waitForSleepers()      // whatever sleeps is asleep now
/// clock.advance(by: .seconds(30))
/// ```
public final class ManualClock: RequestClock {
  private struct State: Sendable {
    var now: ContinuousClock.Instant
    var date: Date
    var sleepers = WaitingLine<ContinuousClock.Instant>()
    /// Waits that limit other work, and do not count as sleepers of the code under test.
    var watches = WaitingLine<ContinuousClock.Instant>()
    /// Waits for others to fall asleep, by their number.
    var observers = WaitingLine<Int>()
  }

  private let state: Lock<State>

  /// Creates a clock with a date; by default the start of 2026 (UTC).
  public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    state = Lock(State(now: .now, date: date))
  }

  /// The clock's moment.
  public var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// The clock's date.
  public var date: Date { state.withLock { $0.date } }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The time until the next sleeper wakes; `nil` without sleepers.
  package var untilNextSleeper: Duration? {
    state.withLock { state in state.sleepers.first().map { state.now.duration(to: $0) } }
  }

  /// Advances the clock and wakes the sleepers whose moment has come: the earliest first, and those of the same moment
  /// in the order in which they fell asleep.
  ///
  /// A duration that is not positive changes nothing; one above 292 years counts as 292 years. A task that sleeps again
  /// after waking sees the time at the end of this call; use ``advanceToNextSleeper()`` for consecutive sleeps.
  public func advance(by duration: Duration) {
    guard duration > .zero else { return }
    let duration = duration.clamped
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      state.date = state.date.addingTimeInterval(duration.inSeconds)
      return state.sleepers.reached(state.now) + state.watches.reached(state.now)
    }
    for sleeper in awake { sleeper.resume() }
  }

  /// Advances the clock to the moment at which the next sleeper wakes.
  ///
  /// - Returns: the duration, or `nil` without sleepers.
  @discardableResult
  public func advanceToNextSleeper() -> Duration? {
    guard let duration = untilNextSleeper else { return nil }
    advance(by: duration)
    return duration
  }

  /// Suspends until this many tasks are asleep.
  ///
  /// The timeouts of a ``StubTransport`` do not count as sleepers, so they are not mistaken for those of the code under
  /// test.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func waitForSleepers(_ count: Int = 1) async throws {
    try await wait { state, id, continuation in
      if state.sleepers.count >= count { return false }
      state.observers.add(id, waitingFor: count, continuation)
      return true
    } remove: { state, id in
      state.observers.remove(id)
    }
  }

  /// Suspends until the clock reaches a moment; returns at once if it has passed.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until moment: ContinuousClock.Instant) async throws {
    try await wait(until: moment, in: \.sleepers)
  }

  /// Sleeps without counting as a sleeper.
  func watch(until moment: ContinuousClock.Instant) async throws { try await wait(until: moment, in: \.watches) }

  private func wait(
    until moment: ContinuousClock.Instant,
    in line: any WritableKeyPath<State, WaitingLine<ContinuousClock.Instant>> & Sendable
  ) async throws {
    try await wait { state, id, continuation in
      if moment <= state.now { return false }
      state[keyPath: line].add(id, waitingFor: moment, continuation)
      return true
    } remove: { state, id in
      state[keyPath: line].remove(id)
    }
  }

  /// Suspends a task in a line.
  ///
  /// - Parameters:
  ///   - join: adds the continuation; returns `false` if it need not wait.
  ///   - remove: removes it again, if it is still there.
  /// - Throws: `CancellationError` if the task is cancelled first.
  private func wait(
    _ join: @Sendable (inout State, UInt64, CheckedContinuation<Void, any Error>) -> Bool,
    remove: @escaping @Sendable (inout State, UInt64) -> CheckedContinuation<Void, any Error>?
  ) async throws {
    let id = RequestEnvironment.nextID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (answer, observers): (Result<Void, any Error>?, [CheckedContinuation<Void, any Error>]) =
          state.withLock { state in
            // A task is marked cancelled before its handler runs, so neither can miss the other.
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            guard join(&state, id, continuation) else { return (.success(()), []) }
            return (nil, state.observers.reached(state.sleepers.count))
          }
        if let answer { continuation.resume(with: answer) }
        for observer in observers { observer.resume() }
      }
    } onCancel: {
      state.withLock { remove(&$0, id) }?.resume(throwing: CancellationError())
    }
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
