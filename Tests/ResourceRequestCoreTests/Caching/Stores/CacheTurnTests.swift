// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The turns of instances that share a store.
@Suite(.timeLimit(.minutes(5))) struct CacheTurnTests {
  /// Gives every turn, and keeps nothing.
  private final class Forgetful: SharedCacheStore {
    let gate = Lock<Latch?>(nil)
    let taken = Lock(0)
    var patience: Duration { .milliseconds(20) }
    func variants(of key: CacheKey) async throws -> [CachedResponse] { [] }
    func insert(_ response: CachedResponse, for key: CacheKey) async throws {}
    func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {}
    func removeAll(forURL url: String) async throws {}
    func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int { 0 }
    func usage() async throws -> CacheUsage { CacheUsage() }
    func takeTurn(for key: CacheKey, within time: Duration) async throws -> Bool? {
      taken.withLock { $0 += 1 }
      if let gate = gate.withLock(\.self) { try await gate.pass() }
      return true
    }
    func endTurn(for key: CacheKey, isStored: Bool) async throws {}
  }

  private let store = Forgetful()

  @Test func `what the shared store has lost is asked about by its tag, and takes the place of an error`() async throws
  {
    let bench = CacheBench { $0.cacheStore = store }
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=600", "ETag": "\"a\""], "old")
    try await bench.get()
    await bench.client.drain(within: .seconds(60))
    bench.wait(5)
    bench.answer([:], "down", status: 503)
    #expect(try await bench.get().text == "old")
    #expect(bench.stub.requests[1].headers["If-None-Match"] == "\"a\"")
  }

  @Test func `a store that hangs in a turn is not asked for another until it answers`() async throws {
    let gate = Latch()
    store.gate.withLock { $0 = gate }
    let bench = CacheBench { $0.cacheStore = store }
    bench.answer(["Cache-Control": "no-cache", "ETag": "\"a\""], "one")
    let first = Task { try await bench.get() }
    // Its patience ends whenever it waits for the turn.
    let clock = Task {
      while !Task.isCancelled {
        if store.taken.withLock({ $0 > 0 }), bench.clock.untilNextSleeper == .milliseconds(20) {
          bench.clock.advance(by: .milliseconds(20))
        }
        await Task.yield()
      }
    }
    defer { clock.cancel() }
    _ = try await first.value
    clock.cancel()
    await clock.value
    // What is being written is another reason not to ask.
    let cache = try #require(bench.client.assembly.caches.first)
    await cache.tier.writes?.settle()
    bench.answer { _, _ in TransportResponse(status: 304, headers: ["ETag": "\"a\""]) }
    // The clock stands still: whoever waited for the store would wait for ever.
    #expect(try await bench.get().text == "one")
    #expect(store.taken.withLock(\.self) == 1)
    gate.open()
  }

  @Test func `a call that was cancelled takes no turn`() async throws {
    let work = CountedWork()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let call = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await tier.inTurn(
        for: CacheKey(partition: "", url: "x"),
        CallContext(),
        work.background,
        use: { _ in nil as Int? },
        fetch: { _ in (1, true) }
      )
    }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    try await work.ended()
    #expect(store.taken.withLock(\.self) == 0)
  }
}
