// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import TestSupport
import Testing

@testable import ResourceRequestCore

/// One after the other: each holds nearly all threads.
@Suite(.serialized)
struct BlockingWorkTests {
  private final class Kept: Sendable {
    let released: Lock<Int>
    init(_ released: Lock<Int>) { self.released = released }
    deinit { released.withLock { $0 += 1 } }
  }

  @Test func `work that has waited is not kept`() async throws {
    let (gate, begun, released) = (DispatchSemaphore(value: 0), Lock(0), Lock(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { for _ in 0..<16 { gate.signal() } }
      for _ in 0..<16 {
        group.addTask {
          await BlockingWork.run {
            begun.withLock { $0 += 1 }
            gate.wait()
          }
        }
      }
      try await until { begun.withLock(\.self) == 16 }
      for _ in 0..<20 {
        group.addTask {
          let kept = Kept(released)
          await BlockingWork.run { withExtendedLifetime(kept) {} }
        }
      }
      // Most of them have come to wait.
      for _ in 0..<10_000 { await Task.yield() }
    }
    try await until { released.withLock(\.self) == 20 }
  }

  @Test func `work that hangs holds up no other work`() async throws {
    let (gate, hanging) = (DispatchSemaphore(value: 0), 15)
    let (begun, ended) = (Lock(0), Lock(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { for _ in 0..<hanging { gate.signal() } }
      for _ in 0..<hanging {
        group.addTask {
          await BlockingWork.run {
            begun.withLock { $0 += 1 }
            gate.wait()
          }
        }
      }
      try await until { begun.withLock(\.self) == hanging }
      group.addTask {
        for _ in 0..<64 { await BlockingWork.run { ended.withLock { $0 += 1 } } }
      }
      try await until { ended.withLock(\.self) == 64 }
    }
  }
}
