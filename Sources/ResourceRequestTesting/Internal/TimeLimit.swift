// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A wait that ends at a moment of a clock at the latest, and at once when its task is cancelled, even if the awaited
/// work ignores both.
struct TimeLimit: Sendable {
  let clock: any RequestClock
  /// The latest end; `nil` for none.
  let moment: ContinuousClock.Instant?
  /// The error at that moment.
  let failure: TransportFailure

  /// Returns the result of a closure, if it arrives in time.
  func run<Value: Sendable>(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let ending = Ending<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        ending.begin(continuation)
        ending.own(
          Task(executorPreference: WaitingThread.current) {
            do {
              let value = try await make()
              // A clock that a test moves far wakes both at once.
              let isLate = moment.map { clock.now >= $0 } ?? false
              ending.end(isLate ? .failure(failure) : .success(value))
            } catch {
              ending.end(.failure(error))
            }
          }
        )
        guard let moment, !ending.isOver else { return }
        ending.own(
          Task(executorPreference: WaitingThread.current) { [clock, failure] in
            if (try? await clock.watch(until: moment)) != nil { ending.end(.failure(failure)) }
          }
        )
      }
    } onCancel: {
      ending.end(.failure(CancellationError()))
    }
  }

  /// Waits in vain.
  func wait() async throws -> Never {
    guard let moment else { while true { try await clock.sleep(until: clock.now.advanced(clamping: .longest)) } }
    try await clock.sleep(until: moment)
    throw failure
  }

  /// The end of a wait, which happens once.
  ///
  /// The code that takes the continuation out resumes it.
  private final class Ending<Value: Sendable>: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Value, any Error>?
      var result: Result<Value, any Error>?
      var tasks: [Task<Void, Never>] = []
    }

    private let state = Lock(State())

    var isOver: Bool { state.withLock { $0.result != nil } }

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
      let result = state.withLock { state in
        if state.result == nil { state.continuation = continuation }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }

    /// Cancels a task with the end.
    func own(_ task: Task<Void, Never>) {
      let isOver = state.withLock { state in
        if state.result == nil { state.tasks.append(task) }
        return state.result != nil
      }
      if isOver { task.cancel() }
    }

    private typealias Waiting = (CheckedContinuation<Value, any Error>?, [Task<Void, Never>])

    func end(_ result: Result<Value, any Error>) {
      let (continuation, tasks) = state.withLock { state in
        guard state.result == nil else { return (nil, []) as Waiting }
        state.result = result
        defer {
          state.continuation = nil
          state.tasks = []
        }
        return (state.continuation, state.tasks)
      }
      for task in tasks { task.cancel() }
      continuation?.resume(with: result)
    }
  }
}

extension RequestClock {
  /// Sleeps; on a clock that tests advance, it does not count as a sleeper.
  func watch(until moment: ContinuousClock.Instant) async throws {
    if let clock = self as? ManualClock {
      try await clock.watch(until: moment)
    } else {
      try await sleep(until: moment)
    }
  }
}
