// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

@Suite struct CacheMiddlewareTests {
  @Test func `a hit sends no request, has its age, and counts as no attempt`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Set-Cookie": "a=b"], "hello")
    let first = try await bench.get()
    bench.wait(7)
    let second = try await bench.get()
    #expect(bench.asked == 1)
    #expect(first.cache?.outcome == .miss)
    #expect(first.cache?.reason == .uriMiss)
    #expect(first.cache?.isStored == true)
    #expect(second.cache?.outcome == .hit)
    #expect(second.cache?.age == .seconds(7))
    #expect(second.cache?.timeToLive == .seconds(53))
    #expect(second.headers["Age"] == "7")
    #expect(second.headers["Set-Cookie"] == "a=b")
    #expect(second.text == "hello")
    #expect(second.attempts.isEmpty)
    #expect("\(try #require(second.cache))" == "ResourceRequest; hit; ttl=53")
  }

  @Test func `without a configured cache nothing is stored and no verdict given`() async throws {
    let bench = CacheBench(.off)
    for _ in 0..<2 {
      bench.answer(["Cache-Control": "max-age=60"])
      #expect(try await bench.get().cache == nil)
    }
    #expect(bench.asked == 2)
  }

  @Test func `what is stale is asked about, and a 304 makes it fresh again`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=2", "ETag": "\"a\"", "X": "1"], "hello")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=100", "ETag": "\"a\"", "X": "2"], status: 304)
    let second = try await bench.get()
    #expect(bench.stub.requests[1].headers["If-None-Match"] == "\"a\"")
    #expect(second.status == 200)
    #expect(second.text == "hello")
    #expect(second.headers["X"] == "2")
    #expect(second.cache?.outcome == .revalidated)
    #expect(second.cache?.forwardedStatus == 304)
    bench.wait(50)
    #expect(try await bench.get().cache?.outcome == .hit)
    #expect(bench.asked == 2)
  }

  @Test func `a 304 that names nothing stored is followed by a whole request`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=2", "ETag": "\"a\""], "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["ETag": "\"z\""], status: 304)
    bench.answer(["Cache-Control": "max-age=2", "ETag": "\"z\""], "new")
    let second = try await bench.get()
    #expect(second.text == "new")
    #expect(bench.stub.requests[2].headers["If-None-Match"] == nil)
    #expect(second.attempts.map(\.reason).last == .cache)
  }

  @Test func `what is used while it is asked about is asked about once, and renewed`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=1, stale-while-revalidate=60", "ETag": "\"a\""], "old")
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=100", "ETag": "\"b\""], "new")
    let second = try await bench.get()
    #expect(second.text == "old")
    #expect(second.cache?.outcome == .stale)
    #expect(await bench.client.drain(within: .seconds(3600)))
    #expect(bench.asked == 2)
    #expect(bench.stub.requests[1].headers["If-None-Match"] == "\"a\"")
    let third = try await bench.get()
    #expect(third.text == "new")
    #expect(third.cache?.outcome == .hit)
  }

  @Test func `an error is answered with what is stored where its server allows that`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=60"], "old")
    try await bench.get()
    bench.wait(5)
    bench.fail(.connectFailed)
    #expect(try await bench.get().text == "old")
    bench.answer([:], status: 503)
    let third = try await bench.get()
    #expect(third.text == "old")
    #expect(third.cache?.forwardedStatus == 503)
    bench.answer([:], status: 404)
    #expect(try await bench.get().status == 404)
  }

  @Test(arguments: ["must-revalidate", "no-cache", "proxy-revalidate", "s-maxage=2"])
  func `an error stays one where its server forbids what is stale`(word: String) async throws {
    let bench = CacheBench.shared
    bench.answer(["Cache-Control": "max-age=2, stale-if-error=60, \(word)", "ETag": "\"a\""])
    try await bench.get()
    bench.wait(5)
    bench.fail(.connectFailed)
    await #expect(throws: ResourceError.self) { try await bench.get() }
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
  func `what may have changed something is forgotten, with what it names`(method: String) async throws {
    let bench = CacheBench()
    for path in ["x", "y", "z"] {
      bench.answer(["Cache-Control": "max-age=60"])
      try await bench.get("http://h.example/\(path)")
    }
    bench.answer(["Location": "/y"])
    try await bench.get("http://h.example/x", [:], try #require(RequestMethod(method)))
    bench.answer(["Cache-Control": "max-age=60"], "new x")
    bench.answer(["Cache-Control": "max-age=60"], "new y")
    #expect(try await bench.get("http://h.example/x").text == "new x")
    #expect(try await bench.get("http://h.example/y").text == "new y")
    #expect(try await bench.get("http://h.example/z").cache?.outcome == .hit)
  }

  @Test func `a change that failed forgets nothing`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60"])
    try await bench.get()
    bench.answer([:], status: 500)
    try await bench.get("http://h.example/x", [:], .delete)
    #expect(try await bench.get().cache?.outcome == .hit)
  }

  @Test func `HEAD and ranges are answered from what is stored whole`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Content-Length": "10"], "0123456789")
    try await bench.get()
    let head = try await bench.get("http://h.example/x", [:], .head)
    #expect(head.data.isEmpty)
    #expect(head.headers["Content-Length"] == "10")
    let part = try await bench.get("http://h.example/x", ["Range": "bytes=2-4"])
    #expect(part.status == 206)
    #expect(part.text == "234")
    #expect(bench.asked == 1)
  }

  @Test func `a part is never stored, nor a body that is shorter than was said`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Content-Range": "bytes 0-3/10"], "0123", status: 206)
    try await bench.get("http://h.example/x", ["Range": "bytes=0-3"])
    bench.answer(["Cache-Control": "max-age=60"])
    #expect(try await bench.get().cache?.outcome == .miss)
  }

  @Test func `C8: policies of a request decide what is used and what is sent`() async throws {
    let bench = CacheBench()
    await #expect { try await bench.get { $0.cachePolicy = .cachedOnly } } throws: {
      ($0 as? ResourceError)?.code == .notCached
    }
    #expect(bench.asked == 0)
    bench.answer(["Cache-Control": "max-age=1"], "1")
    try await bench.get { $0.cachePolicy = .cachedElseLoad }
    bench.wait(100)
    #expect(try await bench.get { $0.cachePolicy = .cachedOnly }.text == "1")
    #expect(try await bench.get { $0.cachePolicy = .cachedElseLoad }.cache?.outcome == .stale)
    bench.answer(["Cache-Control": "max-age=100"], "2")
    #expect(try await bench.get { $0.cachePolicy = .reload }.text == "2")
    bench.answer(["Cache-Control": "max-age=100"], "3")
    #expect(try await bench.get { $0.cachePolicy = .reloadEverywhere }.text == "3")
    #expect(bench.stub.requests.last?.headers["Cache-Control"] == "no-cache")
    #expect(try await bench.get().text == "3")
  }

  @Test(arguments: [CachePolicy.protocol, .reload, .reloadEverywhere, .revalidate])
  func `only-if-cached without anything stored is a 504 of our own (5.2.1.7)`(_ policy: CachePolicy) async throws {
    let bench = CacheBench()
    let response = try await bench.get("http://h.example/x", ["Cache-Control": "only-if-cached"]) {
      $0.cachePolicy = policy
    }
    #expect(response.status == 504)
    #expect(bench.asked == 0)
  }

  @Test(
    arguments: [
      ["Authorization": "Bearer mine"], ["Range": "bytes=0-1,4-5"], ["If-Match": "\"a\""],
      ["Cache-Control": "no-store"],
    ] as [Headers]
  )
  func `only-if-cached asks nobody for what no cache answers either`(_ headers: Headers) async throws {
    for method in [RequestMethod.get, .head] {
      let bench = CacheBench()
      var headers = headers
      headers.append("Cache-Control", "only-if-cached")
      let response = try await bench.get("http://h.example/x", headers, method)
      #expect(response.status == 504 && response.data.isEmpty && bench.asked == 0)
    }
  }

  @Test(arguments: ["", "no-store", "raw"])
  func `what answers a POST answers a GET later, unless the request forbids it or keeps the coding`(
    _ reason: String
  ) async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Content-Location": "/x"], "posted")
    try await bench.get("http://h.example/x", reason == "no-store" ? ["Cache-Control": "no-store"] : [:], .post) {
      $0.decodesContent = reason != "raw"
    }
    bench.answer(["Cache-Control": "no-store"], "asked")
    #expect(try await bench.get().text == (reason.isEmpty ? "posted" : "asked"))
  }

  @Test func `what answers a POST is not stored if another call has changed it meanwhile`() async throws {
    let bench = CacheBench()
    bench.answer { [client = bench.client] _, _ in
      _ = try await client.send(ResourceRequest("http://h.example/x", method: .put))
      return .text("before", headers: ["Cache-Control": "max-age=60", "Content-Location": "/x"])
    }
    bench.answer([:], "put")
    try await bench.get("http://h.example/x", [:], .post)
    bench.answer(["Cache-Control": "no-store"], "asked")
    #expect(try await bench.get().text == "asked")
  }

  @Test func `a write removes what was stored before the rule of its query was known`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=3600"], "old")
    try await bench.get("http://h.example/x?a=1")
    bench.answer(["Cache-Control": "max-age=3600", "No-Vary-Search": #"params=("a")"#], "any")
    try await bench.get("http://h.example/x?a=2")
    bench.answer(Headers())
    try await bench.get("http://h.example/x?a=1", [:], .put)
    bench.answer(["Cache-Control": "max-age=3600"], "new")
    try await bench.get("http://h.example/x?a=3")
    bench.answer(["Cache-Control": "max-age=3600"], "new")
    #expect(try await bench.get("http://h.example/x?a=1").text == "new")
  }

  @Test func `what was asked for before a change is not stored under the rule that it brings either`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("before", headers: ["Cache-Control": "max-age=3600", "No-Vary-Search": #"params=("a")"#])
    }
    let early = Task { try await bench.get("http://h.example/x?a=1") }
    try await bench.stub.waitForRequests()
    bench.answer(Headers())
    try await bench.get("http://h.example/x?a=1", [:], .put)
    gate.open()
    #expect(try await early.value.cache?.detail == "changed")
    bench.answer(["Cache-Control": "max-age=3600"], "after")
    #expect(try await bench.get("http://h.example/x?a=1").text == "after")
  }

  @Test func `C8: the hook is asked once with the whole body, and decides`() async throws {
    let seen = Lock<[String]>([])
    let bench = CacheBench { options in
      options.cacheDecider = { proposal in
        seen.withLock { $0.append(String(decoding: proposal.data, as: UTF8.self)) }
        switch proposal.url.path {
        case "/no": return .discard
        case "/long": return .storeAs(headers: ["X": "mine"], lifetime: .seconds(1000))
        default: return .store
        }
      }
    }
    for path in ["no", "long", "x"] {
      bench.answer(["Cache-Control": "max-age=60", "ETag": "\"a\""], path)
      #expect(try await bench.get("http://h.example/" + path).cache?.isStored == (path != "no"))
    }
    #expect(seen.withLock { $0 } == ["no", "long", "x"])
    bench.wait(100)
    let long = try await bench.get("http://h.example/long")
    #expect(long.cache?.outcome == .hit)
    #expect(long.headers["X"] == "mine")
    bench.answer(["Cache-Control": "max-age=60"], status: 304)
    #expect(try await bench.get("http://h.example/x").cache?.outcome == .revalidated)
    #expect(seen.withLock { $0.count } == 3)
  }

  @Test func `the lifetime of the hook is the one that counts, and its Vary too`() async throws {
    var settings = CacheSettings()
    settings.targets = ["CDN-Cache-Control"]
    let bench = CacheBench(settings) { options in
      options.cacheDecider = { proposal in
        var headers = proposal.headers
        headers["Vary"] = "Accept-Language"
        return .storeAs(headers: headers, lifetime: .seconds(10))
      }
    }
    let old = bench.date(-3_600)
    bench.answer(["CDN-Cache-Control": "max-age=600", "Date": old], "en")
    try await bench.get("http://h.example/x", ["Accept-Language": "en"])
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "en"]).cache?.outcome == .hit)
    bench.answer(["Date": old], "de")
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "de"]).text == "de")
    bench.wait(11)
    bench.answer(["CDN-Cache-Control": "max-age=600", "Date": old], "later")
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "en"]).text == "later")
  }

  @Test(arguments: [("no-cache", "max-age=3600"), ("max-age=3600", "no-cache")])
  func `the lifetime of the hook takes the place of that in the field that counts`(
    _ targeted: String,
    _ general: String
  ) async throws {
    var settings = CacheSettings()
    settings.targets = ["CDN-Cache-Control"]
    let bench = CacheBench(settings) { options in
      options.cacheDecider = { .storeAs(headers: $0.headers, lifetime: .seconds(10)) }
    }
    let headers: Headers = ["CDN-Cache-Control": targeted, "Cache-Control": general, "ETag": "\"a\""]
    bench.answer(headers)
    try await bench.get()
    // A restriction stays one.
    let isRestricted = targeted == "no-cache"
    if isRestricted { bench.answer(headers, status: 304) }
    #expect(try await bench.get().cache?.outcome == (isRestricted ? .revalidated : .hit))
    bench.wait(11)
    bench.answer(headers, status: 304)
    #expect(try await bench.get().cache?.outcome == .revalidated)
  }

  @Test func `a response that depends on too many fields is not stored`() async throws {
    let bench = CacheBench()
    let names = (0..<65).map { "X-\($0)" }.joined(separator: ", ")
    bench.answer(["Cache-Control": "max-age=60", "Vary": names])
    #expect(try await bench.get().cache?.detail == "vary")
  }

  @Test func `a response to the caller's own credentials is not stored, unless the caller names a partition`()
    async throws
  {
    for name in ["Authorization", "Cookie", "X-Api-Key"] {
      let bench = CacheBench()
      for _ in 0..<2 {
        bench.answer(["Cache-Control": "max-age=60"], "secret")
        #expect(try await bench.get("http://h.example/x", [name: "a"]).cache?.detail == "credentials")
      }
      bench.answer(["Cache-Control": "max-age=60"], "anonymous")
      #expect(try await bench.get().text == "anonymous")
      for who in ["ann", "bob", "ann", "bob"] {
        if bench.asked < 5 { bench.answer(["Cache-Control": "max-age=60"], who) }
        let response = try await bench.get("http://h.example/x", [name: "a"]) { $0.cachePartition = who }
        #expect(response.text == who)
      }
      #expect(bench.asked == 5)
    }
  }

  @Test func `a redirect is stored, and followed from the cache`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Location": "/y"], "", status: 301)
    bench.answer(["Cache-Control": "max-age=60"], "there")
    #expect(try await bench.get().text == "there")
    let again = try await bench.get()
    #expect(again.text == "there")
    #expect(again.redirects.count == 1)
    #expect(bench.asked == 2)
  }

  @Test func `No-Vary-Search lets another query be a hit`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "No-Vary-Search": "params=(\"utm\")"])
    try await bench.get("http://h.example/x?a=1&utm=2")
    #expect(try await bench.get("http://h.example/x?a=1&utm=3").cache?.outcome == .hit)
    bench.answer(["Cache-Control": "max-age=60"])
    #expect(try await bench.get("http://h.example/x?a=2&utm=3").cache?.outcome == .miss)
  }

  @Test func `the observers are told of each verdict`() async throws {
    let events = RecordedEvents()
    let clock = ManualClock()
    let stub = StubTransport { _, _ in .text("x", headers: ["Cache-Control": "max-age=60"]) }
    let client = ResourceClient(
      configuration: ResourceConfiguration(defaults: ServiceSettings(cache: CacheSettings())),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: clock, observer: events))
    )
    for _ in 0..<2 { _ = try await client.send(ResourceRequest("http://h.example/")) }
    #expect(events.events.compactMap(\.cache?.outcome) == [.miss, .hit])
  }
}
