// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// What waits for a slow store, because nothing else will do, and what never goes to a server.
@Suite struct CachePatienceTests {
  private let store = ScriptedStore()

  /// A client whose store, but not its memory, has a stale response.
  private func bench() async throws -> CacheBench {
    let bench = CacheBench { $0.cacheStore = store }
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=600"], "old")
    try await bench.get()
    await bench.client.drain(within: .seconds(60))
    let cache = try #require(bench.client.assembly.caches.first)
    _ = await cache.tier.memory.removeAll { _ in true }
    bench.wait(5)
    return bench
  }

  @Test(arguments: [CachePolicy.cachedOnly, .cachedElseLoad])
  func `a request that takes any stored response waits for the store`(policy: CachePolicy) async throws {
    let bench = try await bench()
    let gate = store.hold(.variants)
    let response = Task { try await bench.get { $0.cachePolicy = policy } }
    try await until { bench.clock.untilNextSleeper != nil }
    bench.clock.advance(by: .seconds(1))
    gate.open()
    #expect(try await response.value.text == "old")
    #expect(bench.asked == 1)
  }

  @Test(arguments: [true, false])
  func `an error is replaced by what the store has, though it had not answered before`(breaks: Bool) async throws {
    let bench = try await bench()
    let gate = store.hold(.variants)
    bench.answer { _, _ in
      gate.open()
      guard breaks else { return TransportResponse(status: 503) }
      throw TransportFailure(code: .connectFailed, message: "down", phase: .connecting)
    }
    let response = Task { try await bench.get() }
    try await until { bench.clock.untilNextSleeper == .milliseconds(20) }
    bench.clock.advance(by: .milliseconds(20))
    #expect(try await response.value.text == "old")
    #expect(try await response.value.cache?.outcome == .stale)
    #expect(bench.asked == 2)
  }

  @Test func `what was fetched while the store was slow stays when that answers`() async throws {
    let bench = CacheBench { $0.cacheStore = store }
    bench.answer(["Cache-Control": "max-age=60"], "fetched")
    let gate = store.hold(.variants)
    let response = Task { try await bench.get() }
    try await until { bench.clock.untilNextSleeper == .milliseconds(20) }
    bench.clock.advance(by: .milliseconds(20))
    #expect(try await response.value.text == "fetched")
    gate.open()
    // The store is asked again once that answer has been taken in.
    let tier = try #require(bench.client.assembly.caches.first).tier
    let other = CacheKey(partition: "s", url: "https://other.example/")
    try await until { await tier.find(other, for: [:], CallContext()).isComplete }
    #expect(tier.memory.currentUsage.entries == 1)
  }

  @Test func `a request for stored responses only is an error without a cache, and never sent`() async throws {
    let bench = CacheBench(.off)
    await #expect {
      try await bench.get { $0.cachePolicy = .cachedOnly }
    } throws: { error in
      (error as? ResourceError)?.code == .notCached
    }
    #expect(bench.asked == 0)
    bench.answer([:], "loaded")
    #expect(try await bench.get { $0.cachePolicy = .cachedElseLoad }.text == "loaded")
  }

  @Test func `what the configuration before is still writing is not read as it was`() async throws {
    let json = #"{"service": "s", "baseUrl": "https://s.example/", "cache": true"#
    let number = Lock(0)
    let stub = StubTransport { _, _ in
      let text = number.withLock { number in
        number += 1
        return "\(number)"
      }
      return .text(text, headers: ["Cache-Control": "max-age=60"])
    }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json + "}"),
      transport: stub,
      options: ClientOptions(cacheStore: store)
    )
    var request = ResourceRequest("x", service: "s")
    #expect(try await client.send(request).text == "1")
    await client.drain(within: .seconds(60))
    let gate = store.hold(.insert)
    request.cachePolicy = .reload
    #expect(try await client.send(request).text == "2")
    client.reload(try ResourceConfiguration(json: json + #", "timeouts": {"total": "9s"}}"#))
    request.cachePolicy = .protocol
    #expect(try await client.send(request).text == "3")
    gate.open()
    await client.drain(within: .seconds(60))
  }

  @Test(arguments: [ResourceError.Code.readTimeout, .connectTimeout, .attemptTimeout])
  func `after a leader that timed out one follower tries, and the others go on waiting`(
    code: ResourceError.Code
  ) async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      throw TransportFailure(code: code, message: "late", phase: .sent)
    }
    bench.answer(["Cache-Control": "max-age=60"], "one")
    let leader = Task { try await bench.get() }
    try await until { bench.asked >= 1 }
    let followers = (0..<5).map { _ in Task { try await bench.get().text } }
    let cache = try #require(bench.client.assembly.caches.first)
    let flight = try flight(cache)
    try await until { cache.flights.waiterCount(flight) ?? 0 >= 5 }
    gate.open()
    await #expect(throws: ResourceError.self) { try await leader.value }
    for follower in followers { #expect(try await follower.value == "one") }
    #expect(bench.asked == 2)
  }

  private func flight(_ cache: ServiceCache) throws -> ServiceCache.Flight {
    let nobody = CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    let request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    return cache.flight(cache.key(request.url, in: try #require(nobody.find(request, at: .now).text)), nil)
  }

  @Test(arguments: [true, false])
  func `a call that is cancelled while it waits for the store is cancelled`(byPolicy: Bool) async throws {
    let bench = try await bench()
    let gate = store.hold(.variants)
    defer { gate.open() }
    let response = Task {
      try await bench.get("http://h.example/x", byPolicy ? [:] : ["Cache-Control": "only-if-cached"]) {
        if byPolicy { $0.cachePolicy = .cachedOnly }
      }
    }
    try await until { bench.clock.untilNextSleeper != nil }
    response.cancel()
    await #expect(throws: CancellationError.self) { try await response.value }
  }

  @Test func `what is not decided in the call's time is not stored`() async throws {
    // It ends with the task that waits for it.
    let (endless, source) = AsyncStream<Void>.makeStream()
    defer { source.finish() }
    let bench = CacheBench {
      $0.cacheDecider = { _ in
        for await _ in endless {}
        return .store
      }
    }
    bench.answer(["Cache-Control": "max-age=60"], "there")
    let response = Task { try await bench.get { $0.timeouts.total = .after(.seconds(5)) } }
    defer { response.cancel() }
    try await until { bench.asked == 1 && bench.clock.untilNextSleeper != nil }
    bench.clock.advance(by: .seconds(5))
    #expect(try await response.value.text == "there")
    #expect(try await response.value.cache?.detail == "decider")
  }

  @Test func `a store that fails before any call is told of by the first call`() async throws {
    let events = RecordedEvents()
    let bench = CacheBench {
      $0.cacheStore = CacheTierTests.Trouble(hangs: false)
      $0.environment = RequestEnvironment(clock: $0.environment.clock, observer: events)
    }
    await bench.client.cache.removeAll()
    bench.answer(["Cache-Control": "max-age=60"])
    try await bench.get()
    await bench.client.drain(within: .seconds(60))
    #expect(events.events(of: .warning).count == 1)
  }
}
