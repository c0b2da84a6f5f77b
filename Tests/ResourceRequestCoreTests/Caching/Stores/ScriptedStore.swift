// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport

@testable import ResourceRequestCore

/// A store in memory whose calls wait or fail on demand.
final class ScriptedStore: CacheStore {
  enum Call: Hashable { case variants, insert, remove, removeAll }

  struct Broken: Error {}

  let memory = MemoryCacheStore()
  private let gates = Lock<[Call: Latch]>([:])
  private let failing = Lock<Set<Call>>([])
  private let called = Lock<[Call]>([])
  private let inserted = Lock<[CachedResponse]>([])

  var calls: [Call] { called.withLock { $0 } }
  var kept: [CachedResponse] { inserted.withLock { $0 } }

  func hold(_ call: Call) -> Latch {
    let gate = Latch()
    gates.withLock { $0[call] = gate }
    return gate
  }

  func fail(_ calls: Set<Call>) { failing.withLock { $0 = calls } }

  private func begin(_ call: Call) async throws {
    called.withLock { $0.append(call) }
    if let gate = gates.withLock({ $0[call] }) { try await gate.pass() }
    if failing.withLock({ $0.contains(call) }) { throw Broken() }
  }

  func variants(of key: CacheKey) async throws -> [CachedResponse] {
    let before = memory.seen(key) ?? []
    try await begin(.variants)
    return before
  }
  func insert(_ response: CachedResponse, for key: CacheKey) async throws {
    try await begin(.insert)
    inserted.withLock { $0.append(response) }
    memory.put(response, for: key)
  }
  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {
    try await begin(.remove)
    memory.drop(selectors, for: key)
  }
  func removeAll(forURL url: String) async throws {
    try await begin(.removeAll)
    memory.dropAll(forURL: url)
  }
  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int {
    try await begin(.removeAll)
    return await memory.removeAll(where: isMeant)
  }
  func usage() async throws -> CacheUsage { memory.currentUsage }
}

/// Suspends its callers until it is opened, even if they are cancelled.
final class Latch: Sendable {
  private let waiters = Lock<[CheckedContinuation<Void, Never>]?>([])

  func pass() async throws {
    await withCheckedContinuation { continuation in
      let isOpen = waiters.withLock { waiters in
        waiters?.append(continuation)
        return waiters == nil
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let all = waiters.withLock { waiters in
      defer { waiters = nil }
      return waiters
    }
    for waiter in all ?? [] { waiter.resume() }
  }
}

/// Counts background work, and waits until it has ended.
final class CountedWork: Sendable {
  private let count = Lock(0)

  var background: BackgroundWork {
    BackgroundWork(
      begin: { [count] in count.withLock { $0 += 1 } },
      end: { [count] in count.withLock { $0 -= 1 } }
    )
  }

  func ended() async throws { try await until { count.withLock({ $0 }) == 0 } }
}
