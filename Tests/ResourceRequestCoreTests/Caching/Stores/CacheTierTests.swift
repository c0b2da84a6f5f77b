// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// The store behind the memory: slow or broken stores, and secrets that it is not given.
@Suite struct CacheTierTests {
  private struct Broken: Error {}

  /// A store that fails, or whose lookups never return.
  final class Trouble: CacheStore {
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

  @Test func `a directory that cannot be used any more is misses and one warning`() async throws {
    let events = RecordedEvents()
    var settings = CacheSettings()
    settings.disk = .init(directory: "/dev/null/responses")
    let bench = CacheBench(settings) { options in
      options.environment = RequestEnvironment(clock: options.environment.clock, observer: events)
    }
    for path in ["a", "b"] {
      bench.answer(["Cache-Control": "max-age=60"], path)
      #expect(try await bench.get("http://h.example/" + path).cache?.reason == .miss)
      #expect(try await bench.get("http://h.example/" + path).cache?.outcome == .hit)
    }
    await bench.client.drain(within: .seconds(60))
    #expect(events.events(of: .warning).count == 1)
  }

  @Test func `a store that hangs is left after 20 ms`() async throws {
    let bench = CacheBench { $0.cacheStore = Trouble(hangs: true) }
    bench.answer(["Cache-Control": "max-age=60"])
    let response = Task { try await bench.get() }
    defer { response.cancel() }
    try await until { bench.clock.untilNextSleeper == .milliseconds(20) }
    #expect(bench.asked == 0)
    bench.clock.advance(by: .milliseconds(20))
    #expect(try await response.value.cache?.reason == .miss)
    #expect(bench.asked == 1)
  }

  @Test func `a store that hangs is not asked again until it answers`() async throws {
    let store = ScriptedStore()
    let gate = store.hold(.variants)
    let bench = CacheBench { $0.cacheStore = store }
    for path in ["a", "b"] { bench.answer(["Cache-Control": "max-age=60"], path) }
    let first = Task { try await bench.get("http://h.example/a") }
    try await until { bench.clock.untilNextSleeper == .milliseconds(20) }
    bench.clock.advance(by: .milliseconds(20))
    #expect(try await first.value.cache?.reason == .miss)
    // The clock stands still: a request that waited for the store would wait forever.
    #expect(try await bench.get("http://h.example/b").cache?.reason == .miss)
    gate.open()
    try await until {
      _ = try? await bench.get("http://h.example/c") { $0.cachePolicy = .cachedOnly }
      return store.calls.filter({ $0 == .variants }).count >= 2
    }
  }

  @Test func `what is behind serves what memory has lost, and secrets stay in memory`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    for (name, isAuthorized) in [("open", false), ("secret", true)] {
      let key = CacheKey(partition: "", url: name)
      let work = CountedWork()
      tier.keep(response(name, isAuthorized), for: key, since: 0, CallContext(), work.background)
      try await work.ended()
      tier.memory.dropAll(for: key)
      #expect(await tier.find(key, for: [:], CallContext()).variants.count == (isAuthorized ? 0 : 1))
    }
  }

  private func response(_ text: String, _ isAuthorized: Bool = false, at moment: Int64 = 0) -> CachedResponse {
    CachedResponse(
      status: 200,
      headers: [:],
      body: Data(text.utf8),
      requestTime: moment,
      responseTime: moment,
      isAuthorized: isAuthorized
    )
  }

  private let key = CacheKey(partition: "", url: "https://h.example/x")

  @Test func `what is written later is there later, however slow what was before it is`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    let gate = store.hold(.insert)
    for text in ["old", "new"] { tier.keep(response(text), for: key, since: 0, CallContext(), work.background) }
    gate.open()
    try await work.ended()
    #expect(await store.memory.variants(of: key).map(\.body) == [Data("new".utf8)])
  }

  @Test func `what is replaced does not stay where other responses are forgotten meanwhile`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    store.memory.put(response("old"), for: key)
    let gate = store.hold(.insert)
    for text in ["mid", "new"] { tier.keep(response(text), for: key, since: 0, CallContext(), work.background) }
    let begun = tier.changes.count
    let removing = Task { await tier.forgetAll(at: 0) { _ in false } }
    try await until { tier.changes.count != begun }
    gate.open()
    #expect(await removing.value == 0)
    try await work.ended()
    #expect(
      await !store.memory.variants(of: key).contains { $0.body == Data("old".utf8) || $0.body == Data("mid".utf8) }
    )
  }

  @Test func `what the store has is found though the memory has no room for it`() async throws {
    let store = ScriptedStore()
    let texts = ["en", "de"].map { language in
      CachedResponse(
        status: 200,
        headers: ["Vary": "Accept-Language"],
        body: Data(repeating: UInt8(ascii: "x"), count: 6000),
        requestTime: 0,
        responseTime: 0,
        selectors: [.init(name: "accept-language", value: language)]
      )
    }
    store.memory.put(texts[0], for: key)
    let tier = CacheTier(memory: MemoryCacheStore(limit: 9000), behind: store)
    tier.memory.put(texts[1], for: key)
    let found = await tier.find(key, for: ["Accept-Language": "en"], CallContext()).variants
    #expect(found.contains { $0.selectors == texts[0].selectors })
  }

  @Test func `what a store failed to remove is not trusted because the clock was set back`() async throws {
    let store = ScriptedStore()
    store.fail([.removeAll])
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    let clock = ManualClock()
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    store.memory.put(response("old", at: context.milliseconds + 3_600_000), for: key)
    await tier.invalidate(key.url, context, work.background)
    try await work.ended()
    #expect(await tier.find(key, for: [:], context).variants.isEmpty)
  }

  @Test func `what is forgotten does not come back with what was still to be written`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    let gate = store.hold(.insert)
    tier.keep(response("old"), for: key, since: 0, CallContext(), work.background)
    let changing = Task { _ = await tier.invalidate(key.url, CallContext(), work.background) }
    try await until { tier.memory.seen(key) == nil }
    // The store is not read while a change of it is pending.
    #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
    gate.open()
    await changing.value
    try await work.ended()
    #expect(await store.memory.variants(of: key).isEmpty)
    #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
  }

  @Test func `what was read before a change is not used after it`() async throws {
    let store = ScriptedStore()
    await store.memory.insert(response("old"), for: key)
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store, patience: .seconds(1000))
    let gate = store.hold(.variants)
    let finding = Task { await tier.find(key, for: [:], CallContext()) }
    try await until { !store.calls.isEmpty }
    await tier.invalidate(key.url, CallContext(), BackgroundWork())
    gate.open()
    #expect(await finding.value.variants.isEmpty)
    #expect(tier.memory.seen(key) == nil)
  }

  @Test func `what was read before a response was written is not used after it, evicted or not`() async throws {
    let store = ScriptedStore()
    await store.memory.insert(response("old"), for: key)
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store, patience: .seconds(1000))
    let gate = store.hold(.variants)
    let finding = Task { await tier.find(key, for: [:], CallContext()) }
    try await until { !store.calls.isEmpty }
    let work = CountedWork()
    tier.keep(response("new"), for: key, since: 0, CallContext(), work.background)
    try await work.ended()
    tier.memory.dropAll(for: key)
    gate.open()
    #expect(await finding.value.variants.isEmpty)
    #expect(tier.memory.seen(key) == nil)
    #expect(await tier.find(key, for: [:], CallContext()).variants.map(\.body) == [Data("new".utf8)])
  }

  @Test func `the store is asked for a variant that the memory does not have`() async throws {
    func variant(_ language: String) -> CachedResponse {
      CachedResponse(
        status: 200,
        headers: ["Vary": "Accept-Language"],
        body: Data(language.utf8),
        requestTime: 0,
        responseTime: 0,
        selectors: [.init(name: "accept-language", value: language)]
      )
    }
    let store = ScriptedStore()
    await store.memory.insert(variant("en"), for: key)
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    tier.keep(variant("de"), for: key, since: 0, CallContext(), work.background)
    try await work.ended()
    let german = await tier.find(key, for: ["Accept-Language": "de"], CallContext()).variants
    #expect(german.map(\.body) == [Data("de".utf8)])
    let english = await tier.find(key, for: ["Accept-Language": "en"], CallContext()).variants
    #expect(Set(english.map(\.body)) == [Data("de".utf8), Data("en".utf8)])
    #expect(tier.memory.seen(key)?.count == 2)
  }

  @Test func `a newer response that may not be kept behind leaves no older one there`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    tier.keep(response("old"), for: key, since: 0, CallContext(), work.background)
    tier.keep(response("new", true), for: key, since: 0, CallContext(), work.background)
    try await work.ended()
    #expect(await store.memory.variants(of: key).isEmpty)
  }

  @Test func `where a response cannot be written, the older one goes or is not used, and others are found as before`()
    async throws
  {
    for keepsAll in [false, true] {
      let store = ScriptedStore()
      let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
      let work = CountedWork()
      await store.memory.insert(response("old"), for: key)
      store.fail(keepsAll ? [.insert, .remove] : [.insert])
      tier.keep(response("new"), for: key, since: 0, CallContext(), work.background)
      try await work.ended()
      tier.memory.dropAll(for: key)
      let found = await tier.find(key, for: [:], CallContext())
      #expect(found.variants.isEmpty)
      // As after a moment without descriptors.
      store.fail([])
      for (text, url) in [("newest", key.url), ("other", "https://h.example/y")] {
        let key = CacheKey(partition: "", url: url)
        tier.keep(response(text, at: 1), for: key, since: 0, CallContext(), work.background)
        try await work.ended()
        tier.memory.dropAll(for: key)
        #expect(await tier.find(key, for: [:], CallContext()).variants.map(\.body) == [Data(text.utf8)])
      }
    }
  }

  @Test func `what was waiting to be written does not come back after all was removed`() async throws {
    let store = ScriptedStore()
    let gate = store.hold(.insert)
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let work = CountedWork()
    let keys = (0..<20).map { CacheKey(partition: "", url: "http://h.example/\($0)") }
    for key in keys { tier.keep(response("old"), for: key, since: tier.changes.count, CallContext(), work.background) }
    let removing = Task { await tier.forgetAll(at: 0) { _ in true } }
    try await until { tier.changes.count > 0 }
    gate.open()
    _ = await removing.value
    try await work.ended()
    for key in keys {
      #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
      #expect(await store.memory.variants(of: key).isEmpty)
    }
  }

  @Test func `what is read while all is removed is not there afterwards`() async throws {
    let store = ScriptedStore()
    await store.memory.insert(response("old"), for: key)
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    let gate = store.hold(.removeAll)
    let removing = Task { await tier.forgetAll(at: 0) { _ in true } }
    try await until { !store.calls.isEmpty }
    _ = await tier.find(key, for: [:], CallContext())
    gate.open()
    #expect(await removing.value == 1)
    #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
  }

  @Test func `what is read while its URL is changed is not there afterwards`() async throws {
    for _ in 0..<500 {
      let store = ScriptedStore()
      await store.memory.insert(response("old"), for: key)
      let tier = CacheTier(memory: MemoryCacheStore(), behind: store, patience: .seconds(1000))
      async let change = tier.invalidate(key.url, CallContext(), BackgroundWork())
      async let found = [tier.find(key, for: [:], CallContext()), tier.find(key, for: [:], CallContext())]
      _ = await (change, found)
      #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
    }
  }

  @Test func `what a store could not remove is not used, and what it stores later is`() async throws {
    let store = ScriptedStore()
    let tier = CacheTier(memory: MemoryCacheStore(), behind: store)
    await store.memory.insert(response("old"), for: key)
    store.fail([.removeAll])
    _ = await tier.forgetAll(at: 0) { _ in true }
    #expect(await tier.find(key, for: [:], CallContext()).variants.isEmpty)
    await store.memory.insert(response("new", at: 1), for: key)
    #expect(await tier.find(key, for: [:], CallContext()).variants.map(\.body) == [Data("new".utf8)])
  }

  @Test func `what memory has no room for and nothing is behind is too large, and stored with a store`() async throws {
    let small = MemoryCacheStore(limit: 100)
    let alone = CacheTier(memory: small)
    let kept = CacheTier(memory: MemoryCacheStore(limit: 100), behind: ScriptedStore())
    let work = CountedWork()
    #expect(alone.keep(response("x"), for: key, since: 0, CallContext(), work.background) == .tooLarge)
    #expect(kept.keep(response("x"), for: key, since: 0, CallContext(), work.background) == .kept)
    try await work.ended()
  }

  @Test func `what a slow store has no room for is removed from it instead`() async throws {
    let done = Lock<[String]>([])
    let gate = Latch()
    let writes = WriteBehind(limit: 1000) { work in
      try? await gate.pass()
      done.withLock { done in
        if case .insert = work { done.append("insert") } else { done.append("remove") }
      }
    } leaveOut: { _ in
    }
    let work = CountedWork()
    for text in ["a", "b", "c", "d"] { writes.add(.insert(response(text), key, since: 0), work.background) }
    #expect(writes.isPending(key.url))
    gate.open()
    try await work.ended()
    #expect(done.withLock { $0 } == ["insert", "insert", "insert", "remove"])
    #expect(!writes.isPending(key.url))
  }

  @Test func `a response is given to a store however large it is, if no other waits`() async throws {
    let done = Lock<[Bool]>([])
    let writes = WriteBehind(limit: 10) { work in
      if case .insert = work { done.withLock { $0.append(true) } } else { done.withLock { $0.append(false) } }
    } leaveOut: { _ in
    }
    let work = CountedWork()
    for _ in 0..<2 { writes.add(.insert(response("large"), key, since: 0), work.background) }
    try await work.ended()
    #expect(done.withLock(\.self).first == true)
  }

  @Test func `a store that hangs is remembered a limited number of changes of`() async throws {
    let (done, leftOut) = (Lock(0), Lock(0))
    let gate = Latch()
    let writes = WriteBehind(limit: 1000) { _ in
      try? await gate.pass()
      done.withLock { $0 += 1 }
    } leaveOut: { _ in
      leftOut.withLock { $0 += 1 }
    }
    let work = CountedWork()
    for _ in 0..<20_000 { writes.add(.remove([], key, at: 1), work.background) }
    #expect(leftOut.withLock(\.self) == 20_000 - 16_384)
    gate.open()
    try await work.ended()
    #expect(done.withLock(\.self) == 16_384)
    #expect(writes.add(.remove([], key, at: 2), work.background))
    try await work.ended()
  }
}
