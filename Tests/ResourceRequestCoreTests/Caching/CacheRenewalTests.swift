// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// How a newer response changes the stored ones.
@Suite struct CacheRenewalTests {
  private static let tagged: Headers = ["Cache-Control": "max-age=2", "ETag": "\"a\""]

  @Test(arguments: [["Cache-Control": "no-store"], ["Vary": "*"]] as [Headers])
  func `a 304 that forbids storing is used once more, and ends what is stored`(headers: Headers) async throws {
    let bench = CacheBench()
    bench.answer(Self.tagged, "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(headers, status: 304)
    let second = try await bench.get()
    #expect(second.text == "old")
    #expect(second.cache?.isStored == false)
    bench.answer(Self.tagged, "new")
    #expect(try await bench.get().cache?.reason == .uriMiss)
    #expect(bench.stub.requests.last?.headers["If-None-Match"] == nil)
  }

  @Test func `a 304 renews all that have the strong tag it names, each for its own requests (4.3.4)`() async throws {
    let bench = CacheBench()
    for language in ["en", "de"] {
      bench.answer(["Cache-Control": "max-age=2", "ETag": "\"a\"", "Vary": "Accept-Language"], "same")
      try await bench.get("http://h.example/x", ["Accept-Language": language])
    }
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=60", "ETag": "\"a\""], status: 304)
    try await bench.get("http://h.example/x", ["Accept-Language": "en"])
    for language in ["en", "de"] {
      #expect(try await bench.get("http://h.example/x", ["Accept-Language": language]).cache?.outcome == .hit)
    }
    bench.answer(["Cache-Control": "max-age=60"], "other")
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "fr"]).text == "other")
  }

  @Test func `a redirect is renewed in the background too`() async throws {
    let bench = CacheBench()
    for (target, life) in [("/y", "max-age=1, stale-while-revalidate=600"), ("/z", "max-age=600")] {
      bench.answer(["Location": target, "Cache-Control": life], status: 301)
      bench.answer(["Cache-Control": "max-age=600"], target)
    }
    #expect(try await bench.get().text == "/y")
    bench.wait(5)
    #expect(try await bench.get().text == "/y")
    await bench.client.drain(within: .seconds(60))
    #expect(try await bench.get().text == "/z")
  }

  @Test func `a 304 that says private ends what is stored for all`() async throws {
    let bench = CacheBench.shared
    bench.answer(Self.tagged, "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "private, max-age=60", "Set-Cookie": "ann"], status: 304)
    #expect(try await bench.get().cache?.detail == "private")
    bench.answer(Self.tagged, "new")
    let third = try await bench.get()
    #expect(third.text == "new")
    #expect(third.headers["Set-Cookie"] == nil)
  }

  @Test func `a 304 to credentials changes nothing for others`() async throws {
    let bench = CacheBench.shared
    bench.answer(Self.tagged, "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=60", "Set-Cookie": "ann"], status: 304)
    #expect(try await bench.get("http://h.example/x", ["Authorization": "a"]).headers["Set-Cookie"] == "ann")
    bench.answer(["Cache-Control": "max-age=60"], status: 304)
    let third = try await bench.get()
    #expect(third.headers["Set-Cookie"] == nil)
    #expect(third.cache?.outcome == .revalidated)
  }

  @Test func `HEAD that forbids storing ends what is stored (4.3.5)`() async throws {
    let bench = CacheBench()
    bench.answer(Self.tagged, "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "no-store", "ETag": "\"a\""], "")
    try await bench.get("http://h.example/x", [:], .head)
    bench.answer(Self.tagged, "new")
    #expect(try await bench.get().cache?.reason == .uriMiss)
  }

  @Test(arguments: [CachePolicy.protocol, .reload, .reloadEverywhere])
  func `a newer answer that is not stored ends the older one`(policy: CachePolicy) async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60"], "old")
    try await bench.get()
    if policy == .protocol { bench.wait(100) }
    bench.answer(["Cache-Control": "no-store"], "new")
    #expect(try await bench.get { $0.cachePolicy = policy }.text == "new")
    await #expect { try await bench.get { $0.cachePolicy = .cachedOnly } } throws: {
      ($0 as? ResourceError)?.code == .notCached
    }
  }

  @Test(arguments: [401, 403, 408, 429, 500, 503])
  func `an answer that says nothing about the resource leaves what is stored`(code: Int) async throws {
    let bench = CacheBench()
    bench.answer(Self.tagged, "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Retry-After": "9"], "no", status: Status(code))
    #expect(try await bench.get { $0.cachePolicy = .revalidate }.status.code == code)
    #expect(try await bench.get { $0.cachePolicy = .cachedOnly }.text == "old")
  }

  @Test func `a 416 to a part is no answer to the whole`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Content-Range": "bytes */4"], "", status: 416)
    try await bench.get("http://h.example/x", ["Range": "bytes=9-"])
    bench.answer(["Cache-Control": "max-age=60"], "whole")
    #expect(try await bench.get().text == "whole")
  }

  private enum Span { @TaskLocal static var name = "none" }

  @Test func `what is asked behind a caller's back knows nothing of the caller's span`() async throws {
    let bench = CacheBench()
    let seen = Lock("")
    bench.answer(["Cache-Control": "max-age=1, stale-while-revalidate=60", "ETag": "\"a\""], "old")
    try await bench.get()
    bench.wait(5)
    bench.answer { _, _ in
      seen.withLock { $0 = Span.name }
      return .text("new", headers: ["Cache-Control": "max-age=60"])
    }
    try await Span.$name.withValue("caller's") { _ = try await bench.get() }
    await bench.client.drain(within: .seconds(60))
    #expect(seen.withLock { $0 } == "none")
  }

  @Test func `a verdict and its key show no secrets`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60"])
    for _ in 0..<2 {
      let verdict = try #require(try await bench.get("http://u:p@h.example/x?access_token=hush&a=1").cache)
      #expect(verdict.key?.contains("hush") == false)
      #expect(verdict.key?.contains("a=1") == true)
    }
  }

  @Test func `nobody is asked behind a caller's back where there is no room, nor again at once where it was in vain`()
    async throws
  {
    let hasRoom = Lock(false)
    let clock = ManualClock()
    let stub = StubTransport { request, _ in
      if request.headers.contains("If-None-Match") {
        throw TransportFailure(code: .connectFailed, message: "down", phase: .connecting)
      }
      return .text("old", headers: ["Cache-Control": "max-age=1, stale-while-revalidate=600", "ETag": "\"a\""])
    }
    let work = CountedWork()
    let middleware = CacheMiddleware(
      ServiceCache(CacheSettings()),
      partition: CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:]),
      work: work.background,
      hasRoom: { _ in hasRoom.withLock { $0 } }
    )
    let pipeline = Pipeline([middleware], transport: stub)
    func get() async throws -> CacheVerdict.Outcome? {
      let request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
      let context = CallContext(environment: RequestEnvironment(clock: clock))
      let outcome = try await pipeline.send(request, context: context).cache?.outcome
      try await work.ended()
      return outcome
    }
    #expect(try await get() == .miss)
    clock.advance(by: .seconds(5))
    #expect(try await get() == .stale)
    #expect(stub.requests.count == 1)
    hasRoom.withLock { $0 = true }
    for _ in 0..<3 { #expect(try await get() == .stale) }
    #expect(stub.requests.count == 2)
    clock.advance(by: .seconds(2))
    #expect(try await get() == .stale)
    #expect(stub.requests.count == 3)
  }

  @Test func `what is asked behind a caller's back ends after half a minute`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=1, stale-while-revalidate=600", "ETag": "\"a\""], "old")
    try await bench.get { $0.timeouts.total = .seconds(3) }
    bench.wait(5)
    let left = Lock<Duration?>(nil)
    bench.answer { _, context in
      left.withLock { $0 = context.remaining }
      return .text("new", headers: ["Cache-Control": "max-age=60"])
    }
    try await bench.get { $0.timeouts.total = .seconds(3) }
    await bench.client.drain(within: .seconds(60))
    #expect(left.withLock { $0 } == .seconds(30))
  }

  @Test func `what the cookies of a jar brought stays in memory`() async throws {
    let store = ScriptedStore()
    let bench = CacheBench { options in
      options.cookies = .inMemory
      options.cacheStore = store
    }
    bench.answer(["Cache-Control": "max-age=60", "Set-Cookie": "who=ann; Path=/own"], "open")
    try await bench.get("http://h.example/open")
    await bench.client.drain(within: .seconds(60))
    bench.answer(["Cache-Control": "max-age=60"], "own")
    try await bench.get("http://h.example/own/x")
    await bench.client.drain(within: .seconds(60))
    #expect(bench.stub.requests.last?.headers["Cookie"] == "who=ann")
    #expect(store.kept.map(\.isAuthorized) == [false, true])
  }

  @Test func `what a client's certificate brought stays in memory`() async throws {
    let store = ScriptedStore()
    var settings = ServiceSettings(cache: CacheSettings())
    settings.connection.tls = TLSOptions(certificate: "client.pem")
    let client = ResourceClient(
      configuration: ResourceConfiguration(defaults: settings),
      transport: StubTransport { _, _ in .text("x", headers: ["Cache-Control": "max-age=60"]) },
      options: ClientOptions(cacheStore: store)
    )
    _ = try await client.send(ResourceRequest("https://h.example/x"))
    await client.drain(within: .seconds(60))
    #expect(store.kept.map(\.isAuthorized) == [true])
  }
}
