// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What comes first, the work or the end of its time; neither waits for the other.
package enum FirstOf {
  /// Runs work for no longer than its time.
  ///
  /// Work that heeds no cancellation goes on by itself, and what it brings is dropped.
  ///
  /// - Parameters:
  ///   - work: what is to be done.
  ///   - time: returns when the time is over.
  /// - Returns: what the work brought; `nil` where the time was over first.
  package static func value<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    within time: @escaping @Sendable () async throws -> Void
  ) async -> Result<Value?, any Error> {
    let waiter = Lock<CheckedContinuation<Result<Value?, any Error>, Never>?>(nil)
    // Invariant: whoever takes the continuation out resumes it.
    let end: @Sendable (Result<Value?, any Error>) -> Void = { result in
      let continuation = waiter.withLock { waiter in
        defer { waiter = nil }
        return waiter
      }
      continuation?.resume(returning: result)
    }
    let tasks = Lock<[Task<Void, Never>]>([])
    let cancel: @Sendable () -> Void = {
      let all = tasks.withLock { $0 }
      for task in all { task.cancel() }
    }
    defer { cancel() }
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
