// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import Dispatch

/// A thread that waits for a call and runs the call's jobs meanwhile.
///
/// All threads of Swift's pool may be blocked in such calls. So the call's task prefers this executor, whose jobs the
/// waiting thread runs, and so do the tasks that the call starts.
package final class WaitingThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    /// The thread no longer waits; later jobs go to the pool.
    var isGone = false

    mutating func take() -> UnownedJob? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          next = 0
        }
      }
      return jobs[next]
    }
  }

  /// The executor of the current call: a blocking call's thread, or a simulation's; `nil` for Swift's pool.
  ///
  /// Code that starts an unstructured task for a call passes it on, since only child tasks inherit the preference.
  @TaskLocal package static var current: (any TaskExecutor)?

  private let state = Lock(State())
  private let somethingToDo = DispatchSemaphore(value: 0)

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isLate = state.withLock { state in
      if !state.isGone { state.jobs.append(job) }
      return state.isGone
    }
    if isLate { return globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    somethingToDo.signal()
  }

  /// Runs the jobs of a task on the calling thread until it has ended.
  ///
  /// - Parameters:
  ///   - operation: the task's work.
  ///   - remaining: the time left; `nil` for no limit. Read before each wait.
  /// - Returns: the result; `nil` if the time ran out. The task is then cancelled, and ends on Swift's pool.
  package func wait<Value: Sendable>(
    for operation: @escaping @Sendable () async -> Value,
    remaining: () -> Duration?
  ) -> Value? {
    let outcome = Lock<Value?>(nil)
    let task = Task(executorPreference: self) {
      let value = await WaitingThread.$current.withValue(self, operation: operation)
      outcome.withLock { $0 = value }
    }
    defer { leave() }
    while true {
      if let job = state.withLock({ $0.take() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      if let value = outcome.withLock({ $0 }) { return value }
      let left = remaining()
      if let left, left <= .zero {
        task.cancel()
        return nil
      }
      // A signal for each job: one that was taken already is a turn for nothing.
      _ = somethingToDo.wait(timeout: left.map { .now() + .nanoseconds($0.wholeNanoseconds) } ?? .distantFuture)
    }
  }

  private func leave() {
    let rest = state.withLock { state in
      state.isGone = true
      defer { state.jobs = [] }
      return Array(state.jobs[state.next...])
    }
    for job in rest { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }
}

extension Duration {
  /// At most a day, after which the waiting thread checks again.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = min(self, .seconds(86_400)).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// Work that waits for the disk, or for other processes: on threads that may block.
///
/// Swift's own threads are few, and a disk that hangs would block them all.
package enum BlockingWork {
  /// Serial queues have threads of their own; those of a concurrent one are Swift's.
  private static let queues = (0..<16).map { DispatchQueue(label: "resource-request.disk.\($0)") }

  private struct State {
    /// The queues that have nothing to do.
    var idle = queues
    /// For the first that is free: nothing waits behind work that hangs while other queues go on.
    var waiting: ArraySlice<(@Sendable () -> Void)?> = []
  }

  private static let state = Lock(State())

  /// Runs work, and waits for its end without a thread.
  ///
  /// - Parameters:
  ///   - queue: where it waits for other work; `nil` if for none in particular.
  ///   - work: the work.
  /// - Returns: its result.
  /// - Throws: its error.
  package static func run<Value: Sendable, Failure: Error>(
    on queue: DispatchQueue? = nil,
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { waiter in
      let job = { @Sendable in waiter.resume(returning: Result { () throws(Failure) in try work() }) }
      if let queue { queue.async(execute: job) } else { begin(job) }
    }
    return try result.get()
  }

  private static func begin(_ job: @escaping @Sendable () -> Void) {
    let queue = state.withLock { state in
      state.waiting.append(job)
      return state.idle.popLast()
    }
    queue?.async { while let next = next(on: queue) { next() } }
  }

  /// The next work for a queue, which is idle without any.
  private static func next(on queue: DispatchQueue?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let first = state.waiting.indices.first else {
        if let queue { state.idle.append(queue) }
        return nil
      }
      // Taken out of its place, which the slice keeps.
      defer { state.waiting.removeFirst() }
      return state.waiting[first].take()
    }
  }
}
