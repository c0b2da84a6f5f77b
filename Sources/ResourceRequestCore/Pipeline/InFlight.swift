// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Counts the calls in flight, and resumes tasks that wait until there are none, and none of their callbacks.
package final class InFlight: Sendable {
  private let count = Atomic<Int>(0)
  private let callbacks = Atomic<Int>(0)
  /// Waiting callers by number.
  ///
  /// Invariant: only the code that removes a waiter resumes it.
  private let waiters = Lock<[UInt64: CheckedContinuation<Void, Never>]>([:])
  private let hasWaiters = Atomic<Bool>(false)

  package func begin() { count.wrappingAdd(1, ordering: .relaxed) }

  package func end() {
    if count.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { releaseIfIdle() }
  }

  /// The callbacks of a call begin, which end after it and are no call of their own.
  package func beginCallbacks() { callbacks.wrappingAdd(1, ordering: .relaxed) }

  package func endCallbacks() {
    if callbacks.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { releaseIfIdle() }
  }

  private func releaseIfIdle() {
    if isIdle, hasWaiters.load(ordering: .sequentiallyConsistent) { release() }
  }

  /// The number of calls in flight.
  var number: Int { count.load(ordering: .relaxed) }

  var isIdle: Bool {
    count.load(ordering: .sequentiallyConsistent) == 0 && callbacks.load(ordering: .sequentiallyConsistent) == 0
  }

  /// Returns when no call is in flight, or when the task is cancelled.
  func wait() async {
    let number = RequestEnvironment.nextID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters.withLock { $0[number] = continuation }
        hasWaiters.store(true, ordering: .sequentiallyConsistent)
        // The last call may have ended before it could see the waiter.
        if isIdle { release() }
        if Task.isCancelled { release(number) }
      }
    } onCancel: {
      release(number)
    }
  }

  private func release() {
    let all = waiters.withLock { waiters in
      hasWaiters.store(false, ordering: .sequentiallyConsistent)
      defer { waiters = [:] }
      return Array(waiters.values)
    }
    for continuation in all { continuation.resume() }
  }

  private func release(_ number: UInt64) {
    let one = waiters.withLock { $0.removeValue(forKey: number) }
    one?.resume()
  }
}

/// Counts a call as in flight until it ends or is released.
final class CallInFlight: Sendable {
  private let inFlight: InFlight
  private let isOver = Atomic(false)

  init(_ inFlight: InFlight) {
    self.inFlight = inFlight
    inFlight.begin()
  }

  func end() { if !isOver.exchange(true, ordering: .relaxed) { inFlight.end() } }

  deinit {
    end()
  }
}
