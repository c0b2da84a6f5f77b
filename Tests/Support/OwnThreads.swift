// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
public import Testing

/// Runs a test on a thread outside Swift's pool.
///
/// For tests that compute for seconds. The pool has one thread per core, so two such tests would occupy all of it, and
/// the tasks of every other test would wait for them; under a sanitizer, beyond their time limits.
public struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  /// Applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs the test and its child tasks on such a thread.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(DispatchThreads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs a test that computes for seconds outside Swift's pool.
  public static var onOwnThreads: Self { Self() }
}

/// Runs jobs on the threads of a concurrent queue, which the system adds as they are needed.
private final class DispatchThreads: TaskExecutor {
  static let shared = DispatchThreads()

  private let queue = DispatchQueue(label: "tests that compute", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
