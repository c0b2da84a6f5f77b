// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation

/// A value under a lock; threads block and tasks suspend until it meets a condition.
final class Observed<Value: Sendable>: Sendable {
  private struct Waiter {
    let isDone: @Sendable (inout Value) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let condition = NSCondition()
  // All three are accessed only while `condition` is locked.
  nonisolated(unsafe) private var value: Value
  nonisolated(unsafe) private var waiters: [Int: Waiter] = [:]
  nonisolated(unsafe) private var nextWaiter = 0

  init(_ value: Value) { self.value = value }

  var current: Value { condition.withLock { value } }

  /// Changes the value and wakes every waiter whose condition is met.
  @discardableResult
  func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    condition.lock()
    var resumable: [CheckedContinuation<Void, any Error>] = []
    defer {
      condition.broadcast()
      condition.unlock()
      for continuation in resumable { continuation.resume() }
    }
    let result = try body(&value)
    for (id, waiter) in waiters.sorted(by: { $0.key < $1.key }) where waiter.isDone(&value) {
      waiters[id] = nil
      resumable.append(waiter.continuation)
    }
    return result
  }

  /// Blocks this thread until `isDone`, which may change the value, returns true.
  func block(until isDone: (inout Value) throws -> Bool) rethrows {
    condition.lock()
    defer { condition.unlock() }
    while try !isDone(&value) { condition.wait() }
  }

  /// Blocks this thread until `isDone` returns true or a moment has come.
  func block(until isDone: (Value) -> Bool, orUntil moment: Date) {
    condition.lock()
    defer { condition.unlock() }
    while !isDone(value), condition.wait(until: moment) {}
  }

  /// Suspends until `isDone` returns true, or throws ``ScriptedServerError/timedOut(waitingFor:seen:)``.
  func wait(
    for what: String,
    within limit: Duration,
    describe: @escaping @Sendable (Value) -> String,
    until isDone: @escaping @Sendable (inout Value) -> Bool
  ) async throws {
    let id = condition.withLock {
      nextWaiter += 1
      return nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDoneAlready = condition.withLock {
          if isDone(&value) { return true }
          waiters[id] = Waiter(isDone: isDone, continuation: continuation)
          return false
        }
        if isDoneAlready { return continuation.resume() }
        if Task.isCancelled { return abandon(id, because: { _ in CancellationError() }) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(limit.milliseconds)) { [weak self] in
          self?.abandon(id) { ScriptedServerError.timedOut(waitingFor: what, seen: describe($0)) }
        }
      }
    } onCancel: {
      abandon(id, because: { _ in CancellationError() })
    }
  }

  private func abandon(_ id: Int, because error: (Value) -> any Error) {
    let (waiter, seen) = condition.withLock { (waiters.removeValue(forKey: id), value) }
    waiter?.continuation.resume(throwing: error(seen))
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
