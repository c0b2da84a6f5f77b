// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The one thread of a simulation: runs the jobs of its tasks one after the other, in order of arrival.
///
/// Tasks run on it by preference, which their child tasks inherit. Work that leaves it, such as a `Task { }` within a
/// call, would run at an unpredictable moment; it is detected when it returns.
final class VirtualThread: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    /// The thread that runs the jobs.
    var owner: UInt = 0
    var strays: Set<String> = []

    mutating func take() -> UnownedJob? {
      guard next < jobs.count else {
        jobs.removeAll(keepingCapacity: true)
        next = 0
        return nil
      }
      defer { next += 1 }
      return jobs[next]
    }
  }

  private let state = Lock(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = VirtualThread.current
    state.withLock { state in
      state.jobs.append(job)
      if thread != state.owner { state.strays.insert("a job") }
    }
  }

  /// Records work that arrives from another thread.
  func check(_ what: @autoclosure () -> String) {
    let thread = VirtualThread.current
    if state.withLock({ $0.owner == thread }) { return }
    let what = what()
    state.withLock { _ = $0.strays.insert(what) }
  }

  /// The work that arrived from other threads, in order; empty if everything stayed.
  var strays: [String] { state.withLock { $0.strays.sorted() } }

  /// Makes the calling thread run the jobs.
  func adopt() {
    let thread = VirtualThread.current
    state.withLock { $0.owner = thread }
  }

  /// Runs jobs until none are left.
  ///
  /// - Parameter limit: the most jobs to run.
  func runJobs(limit: Int = .max) {
    var left = limit
    while left > 0, let job = state.withLock({ $0.take() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      left -= 1
    }
  }

  /// The calling thread, as a number.
  private static var current: UInt {
    withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
  }
}
