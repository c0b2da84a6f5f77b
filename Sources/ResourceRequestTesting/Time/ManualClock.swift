// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that stands still until a test moves it: time-outs, back-off and expiry without waiting.
///
/// ```swift
/// let clock = ManualClock()
/// let context = RequestContext(environment: RequestEnvironment(clock: clock))
/// async let answer = transport.send(request, context: context)
/// try await clock.waitForSleepers()      // whatever sleeps is asleep now
/// clock.advance(by: .seconds(30))
/// ```
public final class ManualClock: RequestClock {
  private struct Sleeper: Sendable {
    let id: Int
    let moment: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now: ContinuousClock.Instant
    var date: Date
    /// By moment, and those of one moment in the order in which they fell asleep.
    var sleepers: [Sleeper] = []
    var nextID = 0
  }

  private let state: Watched<State>

  /// A clock that shows a date, the beginning of 2026 (UTC) unless named.
  public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    state = Watched(State(now: .now, date: date))
  }

  /// The moment it shows.
  public var now: ContinuousClock.Instant { state.current.now }

  /// The date it shows.
  public var date: Date { state.current.date }

  /// How many tasks are asleep.
  public var sleeperCount: Int { state.current.sleepers.count }

  /// How long the next sleeper still sleeps; `nil` where nobody does.
  public var untilNextSleeper: Duration? {
    let state = state.current
    return state.sleepers.first.map { state.now.duration(to: $0.moment) }
  }

  /// Moves moment and date on, and wakes the sleepers whose moment has come: the earliest first, and those of one moment
  /// in the order in which they fell asleep.
  ///
  /// A duration that is not positive changes nothing: time does not run backwards. Who sleeps again after waking sees the
  /// time this call ends at, so let sleeps that follow one another be followed with ``advanceToNextSleeper()``.
  public func advance(by duration: Duration) {
    guard duration > .zero else { return }
    let awake = state.change { state in
      state.now = state.now.advanced(by: duration)
      state.date = state.date.addingTimeInterval(duration.inSeconds)
      let now = state.now
      let count = state.sleepers.prefix { $0.moment <= now }.count
      defer { state.sleepers.removeFirst(count) }
      return Array(state.sleepers.prefix(count))
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Moves on to the moment at which the next sleeper wakes.
  ///
  /// - Returns: By how much, or `nil` where nobody sleeps.
  @discardableResult
  public func advanceToNextSleeper() -> Duration? {
    guard let duration = untilNextSleeper else { return nil }
    advance(by: duration)
    return duration
  }

  /// Suspends until this many tasks are asleep.
  ///
  /// - Throws: `CancellationError` where the waiting task is cancelled first.
  public func waitForSleepers(_ count: Int = 1) async throws {
    try await state.wait { $0.sleepers.count >= count }
  }

  /// Suspends until the clock was moved to a moment, or not at all where it has come already.
  ///
  /// - Throws: `CancellationError` where the task is cancelled first.
  public func sleep(until moment: ContinuousClock.Instant) async throws {
    let id = state.change { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.change { state in
          // The mark of a cancelled task stands before its handler runs, so neither can miss the other.
          if Task.isCancelled { return .failure(CancellationError()) }
          if moment <= state.now { return .success(()) }
          let place = state.sleepers.firstIndex { $0.moment > moment } ?? state.sleepers.endIndex
          state.sleepers.insert(Sleeper(id: id, moment: moment, continuation: continuation), at: place)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let sleeper = state.change { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
