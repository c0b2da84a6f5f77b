// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Runs work with a time limit; neither waits for the other.
package enum FirstOf {
  /// Runs work until its time limit.
  ///
  /// Work that ignores cancellation continues by itself, and its result is dropped.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - time: returns at the time limit.
  /// - Returns: the result; `nil` if the time limit came first.
  package static func value<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    within time: @escaping @Sendable () async throws -> Void
  ) async -> Result<Value?, any Error> {
    let waiter = Lock<CheckedContinuation<Result<Value?, any Error>, Never>?>(nil)
    // Invariant: the code that takes the continuation out resumes it.
    let end: @Sendable (Result<Value?, any Error>) -> Void = { result in
      waiter.exchange(nil)?.resume(returning: result)
    }
    let tasks = Lock<[Task<Void, Never>]>([])
    defer {
      for task in tasks.withLock({ $0 }) { task.cancel() }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
        // Neither is a child: both must run where the call does.
        let executor = WaitingThread.current
        let working = Task(executorPreference: executor) {
          do { end(.success(try await work())) } catch { end(.failure(error)) }
        }
        let waiting = Task(executorPreference: executor) { if (try? await time()) != nil { end(.success(nil)) } }
        tasks.withLock { $0 = [working, waiting] }
        if Task.isCancelled { end(.failure(CancellationError())) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }
}
