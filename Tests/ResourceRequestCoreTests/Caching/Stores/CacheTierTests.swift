// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A store behind the memory that is slow, broken, or for nobody's secrets.
@Suite struct CacheTierTests {
  private struct Broken: Error {}

  /// A store that fails, or never answers.
  private final class Trouble: CacheStore {
    let hangs: Bool
    let asked = Lock(0)

    init(hangs: Bool) { self.hangs = hangs }

    func variants(of key: CacheKey) async throws -> [CachedResponse] {
      asked.withLock { $0 += 1 }
      while hangs, !Task.isCancelled { await Task.yield() }
      throw Broken()
    }
    func insert(_ response: CachedResponse, for key: CacheKey) async throws { throw Broken() }
    func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws { throw Broken() }
    func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int { throw Broken() }
    func usage() async throws -> CacheUsage { throw Broken() }
  }

  @Test func `a store that fails is misses and one warning`() async throws {
    let events = RecordedEvents()
    let bench = CacheBench { options in
      options.cacheStore = Trouble(hangs: false)
      options.environment = RequestEnvironment(clock: options.environment.clock, observer: events)
    }
    for path in ["a", "b", "c"] {
      bench.answer(["Cache-Control": "max-age=60"], path)
      #expect(try await bench.get("http://h.example/" + path).cache?.reason == .miss)
    }
    #expect(try await bench.get("http://h.example/a").cache?.outcome == .hit)
    await bench.client.drain(within: .seconds(60))
    #expect(events.events(of: .warning).count == 1)
  }

  @Test func `a store that hangs is left after 20 ms`() async throws {
    let bench = CacheBench { $0.cacheStore = Trouble(hangs: true) }
    bench.answer(["Cache-Control": "max-age=60"])
    let response = Task { try await bench.get() }
    while bench.clock.untilNextSleeper != .milliseconds(20) { await Task.yield() }
    #expect(bench.asked == 0)
    bench.clock.advance(by: .milliseconds(20))
    #expect(try await response.value.cache?.reason == .miss)
    #expect(bench.asked == 1)
  }

  @Test func `what is behind serves what memory has lost, and secrets stay in memory`() async throws {
    let behind = MemoryCacheStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: behind)
    let context = CallContext()
    for (name, isAuthorized) in [("open", false), ("secret", true)] {
      let key = CacheKey(partition: "", url: name)
      let stored = CachedResponse(
        status: 200,
        headers: [:],
        body: Data(name.utf8),
        requestTime: 0,
        responseTime: 0,
        isAuthorized: isAuthorized
      )
      await withCheckedContinuation { done in
        tier.keep(stored, for: key, context, BackgroundWork(end: { done.resume() }))
        if isAuthorized { done.resume() }
      }
      tier.memory.dropAll(for: key)
      #expect(await tier.find(key, context).variants.count == (isAuthorized ? 0 : 1))
    }
  }
}
