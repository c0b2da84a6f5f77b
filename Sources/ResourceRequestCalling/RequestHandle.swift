// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A handle to a call in flight.
public final class RequestHandle: Sendable {
  /// Invariant: the end is taken once; only the code that takes it calls back.
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
    var isOver = false
  }

  private let state = Lock(State())

  /// Cancels the call.
  ///
  /// A completion handler then receives a `CancellationError`; a delegate is not called any more.
  public func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// Whether ``cancel()`` has been called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether the end has been taken.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Starts the call, which is not drained until its last callback is with its queue.
  func start(countedBy inFlight: InFlight, _ operation: @escaping @Sendable () async -> Void) {
    inFlight.beginCallbacks()
    let task = Task {
      await operation()
      inFlight.endCallbacks()
    }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Starts an operation, and calls a completion handler with its outcome, once, whatever becomes of the queue.
  func run<Value: Sendable>(
    countedBy inFlight: InFlight,
    on queue: CallbackQueue,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    start(countedBy: inFlight) {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
      queue.run {
        if self.takeEnd() { completion(self.isCancelled ? .failure(CancellationError()) : outcome) }
      } whenDropped: {
        CallbackQueue.ofDropped.run { if self.takeEnd() { completion(.failure(CancellationError())) } }
      }
    }
  }

  /// Takes the right to end the call; `false` where it has been taken.
  func takeEnd() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }
}
