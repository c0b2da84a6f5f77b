// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A value under a lock; tasks wait until it fulfils a condition, without polling.
package final class Watched<Value: Sendable>: Sendable {
  private struct Waiter: Sendable {
    let id: Int
    let isDone: @Sendable (Value) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var value: Value
    var waiters: [Waiter] = []
    var nextID = 0
  }

  private let state: Lock<State>

  /// Creates a value.
  package init(_ value: Value) {
    state = Lock(State(value: value))
  }

  /// The current value.
  package var current: Value { state.withLock { $0.value } }

  /// Changes the value, then resumes the waiters whose condition is fulfilled, in order.
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, done) = state.withLock { state in
      let result = body(&state.value)
      guard !state.waiters.isEmpty else { return (result, []) as (Result, [Waiter]) }
      let value = state.value
      let done = state.waiters.filter { $0.isDone(value) }
      if !done.isEmpty {
        let ids = Set(done.map(\.id))
        state.waiters.removeAll { ids.contains($0.id) }
      }
      return (result, done)
    }
    for waiter in done { waiter.continuation.resume() }
    return result
  }

  /// Suspends until the value fulfils a condition.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  package func wait(until isDone: @escaping @Sendable (Value) -> Bool) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          // The mark of a cancelled task stands before its handler runs: a handler that came too early to find the
          // waiter is seen here.
          if Task.isCancelled { return .failure(CancellationError()) }
          if isDone(state.value) { return .success(()) }
          state.waiters.append(Waiter(id: id, isDone: isDone, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
