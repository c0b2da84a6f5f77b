// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Rules of RFC 9111 where two of them meet.
struct CacheCornerTests {
  private let bench = CacheBench()

  @Test(arguments: [true, false])
  func `a change whose response breaks off invalidates what is stored`(mayHaveExecuted: Bool) async throws {
    bench.answer(["Cache-Control": "max-age=60"], "old")
    try await bench.get()
    bench.answer { _, _ in
      let phase = mayHaveExecuted ? Attempt.Phase.receiving : .connecting
      throw TransportFailure(code: .connectionClosed, message: "cut", phase: phase)
    }
    await #expect(throws: ResourceError.self) { try await bench.get("http://h.example/x", [:], .put) }
    bench.answer(["Cache-Control": "max-age=60"], "new")
    #expect(try await bench.get().text == (mayHaveExecuted ? "new" : "old"))
  }

  @Test func `a response with Vary goes before a newer one without`() async throws {
    bench.answer(["Cache-Control": "max-age=600", "Vary": "Accept-Language"], "deutsch")
    try await bench.get("http://h.example/x", ["Accept-Language": "de"])
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=600"], "default")
    try await bench.get("http://h.example/x", ["Accept-Language": "fr"])
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "de"]).text == "deutsch")
    #expect(try await bench.get("http://h.example/x", ["Accept-Language": "it"]).text == "default")
    #expect(bench.asked == 2)
  }

  @Test(arguments: [("Accept", nil), (nil, "Accept"), ("Accept", "Accept-Language")] as [(String?, String?)])
  func `a response takes the place of what was stored for the request, however that was selected`(
    _ first: String?,
    _ second: String?
  ) async throws {
    let request: Headers = ["Accept": "a", "Accept-Language": "b"]
    var headers: Headers = ["Cache-Control": "max-age=600"]
    headers["Vary"] = first
    bench.answer(headers, "old")
    try await bench.get("http://h.example/x", request)
    bench.wait(5)
    headers["Vary"] = second
    bench.answer(headers, "new", status: 404)
    try await bench.get("http://h.example/x", request) { $0.cachePolicy = .reload }
    let later = try await bench.get("http://h.example/x", request)
    #expect(later.text == "new" && later.cache?.outcome == .hit)
  }

  @Test func `the wait before a retry does not make its response older`() async throws {
    let busy = TransportResponse(status: 503, headers: ["Retry-After": "5", "Cache-Control": "no-store"])
    bench.answer { _, _ in busy }
    bench.answer { _, _ in
      var response = TransportResponse.text("new", headers: ["Cache-Control": "max-age=5"])
      response.metrics.total = .milliseconds(20)
      return response
    }
    async let first = bench.get { $0.retry = .attempts(2) }
    try await bench.clock.waitForSleepers()
    bench.wait(20)
    #expect(try await first.text == "new")
    let second = try await bench.get()
    #expect(second.text == "new" && second.headers["Age"] == "0")
  }

  @Test func `a confirmation by a tag that is weakly the same leaves the stored tag`() async throws {
    bench.answer(["Cache-Control": "max-age=1", "ETag": "W/\"a\""])
    try await bench.get()
    bench.wait(5)
    bench.answer(["Cache-Control": "max-age=60", "ETag": "\"a\""], "", status: 304)
    #expect(try await bench.get().headers["ETag"] == "W/\"a\"")
    #expect(try await bench.get().cache?.outcome == .hit)
  }

  @Test func `an error in the background does not take the place of what may be used for errors`() async throws {
    let terms: Headers = ["Cache-Control": "max-age=60, stale-while-revalidate=30, stale-if-error=86400"]
    bench.answer(terms, "good")
    try await bench.get()
    bench.wait(70)
    bench.answer(["Cache-Control": "max-age=10"], "down", status: 503)
    #expect(try await bench.get().text == "good")
    try await until { bench.asked >= 2 }
    bench.wait(100)
    bench.answer([:], "down", status: 503)
    let response = try await bench.get()
    #expect(response.text == "good")
    // It was forwarded, in vain (RFC 9211 §2.2).
    #expect(response.cache?.description.hasPrefix("ResourceRequest; fwd=stale; fwd-status=503") == true)
  }

  @Test func `a failure after a confirmation of what is not stored may be answered by what is`() async throws {
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=86400", "ETag": "\"a\""], "good")
    try await bench.get()
    bench.wait(5)
    bench.answer(["ETag": "\"other\""], "", status: 304)
    bench.fail(.connectionClosed)
    #expect(try await bench.get().text == "good")
    #expect(bench.asked == 3)
  }

  @Test func `a request that passes the cache asks the caches on the way as its policy says`() async throws {
    bench.answer([:])
    try await bench.get("http://h.example/x", ["Authorization": "own"]) { $0.cachePolicy = .reloadEverywhere }
    #expect(bench.stub.requests.last?.headers["Cache-Control"] == "no-cache")
  }

  @Test(
    arguments: [
      (["Pragma": "no-cache", "ETag": "\"a\""], true),
      (["Cache-Control": "max-age=1, stale-while-revalidate=600"], false),
    ] as [(Headers, Bool)]
  )
  func `a lifetime of the decider leaves restrictions and permissions`(_ fields: Headers, _ isAsked: Bool) async throws
  {
    var settings = CacheSettings()
    settings.mode = .shared
    let bench = CacheBench(settings) { $0.cacheDecider = { _ in .storeAs(lifetime: .seconds(60)) } }
    bench.answer(fields)
    try await bench.get()
    bench.wait(isAsked ? 1 : 70)
    bench.answer(["ETag": "\"a\""], "", status: isAsked ? 304 : 200)
    #expect(try await bench.get().cache?.outcome == (isAsked ? .revalidated : .stale))
  }

  @Test func `one whose time is over while it waits for an equal request gets the stale response, as that would`()
    async throws
  {
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=60"], "old")
    try await bench.get()
    bench.wait(5)
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("new", headers: ["Cache-Control": "max-age=60"])
    }
    let leader = Task { try await bench.get { $0.timeouts.total = .seconds(50) } }
    try await bench.stub.waitForRequests(2)
    let hasty = Task { try await bench.get { $0.timeouts.total = .seconds(2) } }
    try await until { bench.clock.untilNextSleeper.map({ $0 <= .seconds(3) }) ?? false }
    bench.wait(3)
    let response = try await hasty.value
    #expect(response.text == "old" && response.cache?.outcome == .stale)
    gate.open()
    #expect(try await leader.value.text == "new")
  }
}
