// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Coalescing: equal requests in flight at the same time.
@Suite struct CacheFlightTests {
  /// Returns once `count` requests wait for the response to another one.
  private func waiters(_ bench: CacheBench, _ count: Int) async throws {
    let cache = try #require(bench.client.assembly.caches.first)
    try await until { try cache.flights.waiterCount(cache.flight(key(cache), nil)) ?? 0 >= count }
  }

  private func key(_ cache: ServiceCache) throws -> CacheKey {
    let nobody = CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    let request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    return cache.key(request.url, in: try #require(nobody.find(request, at: .now).text))
  }

  @Test func `ten thousand equal requests are one exchange`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("one", headers: ["Cache-Control": "max-age=60"])
    }
    let texts = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
      for _ in 0..<10_000 {
        group.addTask {
          let response = try await bench.get()
          return (response.text, response.cache?.isCollapsed ?? false)
        }
      }
      try await bench.stub.waitForRequests()
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count == 10_000)
    #expect(texts.allSatisfy { $0.0 == "one" })
    #expect(bench.asked == 1)
  }

  @Test func `a critical request does not wait for one that may be shed`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("late", headers: ["Cache-Control": "max-age=60"])
    }
    bench.answer(["Cache-Control": "max-age=60"], "soon")
    async let sheddable = bench.get { $0.criticality = .sheddable }
    try await bench.stub.waitForRequests()
    #expect(try await bench.get { $0.criticality = .critical }.text == "soon")
    gate.open()
    #expect(try await sheddable.text == "late")
  }

  @Test func `a stored response is not larger than the call allows`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60"], "four")
    _ = try await bench.get()
    #expect(try await bench.get { $0.limits.bodyBytes = 4 }.cache?.outcome == .hit)
    let error = await #expect(throws: ResourceError.self) { try await bench.get { $0.limits.bodyBytes = 3 } }
    #expect(error?.code == .bodyTooLarge)
  }

  @Test func `a stored redirect that is followed may be larger than the call allows`() async throws {
    let bench = CacheBench()
    for _ in 0..<2 {
      bench.answer(["Location": "/y", "Cache-Control": "max-age=60"], "a long body", status: 301)
      bench.answer(["Cache-Control": "max-age=60"], "ok")
    }
    for _ in 0..<3 { #expect(try await bench.get { $0.limits.bodyBytes = 4 }.text == "ok") }
    #expect(bench.asked == 2)
    let error = await #expect(throws: ResourceError.self) {
      try await bench.get { ($0.limits.bodyBytes, $0.redirects) = (4, .refuse) }
    }
    #expect(error?.code == .bodyTooLarge)
  }

  @Test func `those for whom a response came too late wait for the next one together`() async throws {
    let clock = Lock<ManualClock?>(nil)
    let bench = CacheBench {
      $0.cacheDecider = { _ in
        clock.withLock(\.self)?.advance(by: .seconds(5))
        clock.withLock { $0 = nil }
        return .store
      }
    }
    clock.withLock { $0 = bench.clock }
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("one", headers: ["Cache-Control": "max-age=2"])
    }
    for text in ["two", "three"] { bench.answer(["Cache-Control": "max-age=60"], text) }
    let calls = (0..<3).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 2)
    gate.open()
    var texts: [String] = []
    for call in calls { texts.append(try await call.value) }
    #expect(texts.sorted() == ["one", "two", "two"] && bench.asked == 2)
  }

  @Test func `equal requests for a redirect are one exchange`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("", status: 301, headers: ["Location": "/y", "Cache-Control": "max-age=60"])
    }
    bench.answer(["Cache-Control": "max-age=60"], "ok")
    let calls = (0..<10).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 9)
    gate.open()
    for call in calls { #expect(try await call.value == "ok") }
    #expect(bench.stub.requests.map(\.url.path) == ["/x", "/y"])
  }

  @Test func `a leader whose time is over gets the stale response, and one who waits asks again`() async throws {
    let bench = CacheBench()
    bench.answer { _, _ in .text("old", headers: ["Cache-Control": "max-age=1, stale-if-error=60"]) }
    _ = try await bench.get()
    bench.clock.advance(by: .seconds(5))
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      throw TransportFailure(code: .deadlineExceeded, message: "late", phase: .sent, mayHaveExecuted: true)
    }
    bench.answer { _, _ in .text("new", headers: ["Cache-Control": "max-age=60"]) }
    let leader = Task { try await bench.get() }
    try await until { bench.asked >= 2 }
    let followers = (0..<5).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 5)
    gate.open()
    #expect(try await leader.value.text == "old")
    for follower in followers { #expect(try await follower.value == "new") }
    #expect(bench.asked == 3)
  }

  @Test func `a leader that is cancelled leaves the work to one who waits`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      throw CancellationError()
    }
    bench.answer { _, _ in .text("two", headers: ["Cache-Control": "max-age=60"]) }
    let leader = Task { try await bench.get() }
    try await bench.stub.waitForRequests()
    let followers = (0..<5).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 5)
    leader.cancel()
    for follower in followers { #expect(try await follower.value == "two") }
    await #expect(throws: CancellationError.self) { try await leader.value }
    #expect(bench.asked == 2)
  }

  @Test func `a follower's own deadline ends only the follower`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("one", headers: ["Cache-Control": "max-age=60"])
    }
    let leader = Task { try await bench.get { $0.timeouts.total = .seconds(50) } }
    try await bench.stub.waitForRequests()
    let hasty = Task { try await bench.get { $0.timeouts.total = .seconds(2) } }
    try await waiters(bench, 1)
    try await until { bench.clock.untilNextSleeper.map({ $0 <= .seconds(3) }) ?? false }
    bench.wait(3)
    await #expect { try await hasty.value } throws: { ($0 as? ResourceError)?.code == .deadlineExceeded }
    gate.open()
    #expect(try await leader.value.text == "one")
    #expect(bench.asked == 1)
  }

  @Test(arguments: [
    (200, "private, no-store", ""), (200, "max-age=60", "*"), (401, "max-age=60", ""), (403, "max-age=60", ""),
    (429, "max-age=60", ""), (404, "no-store", ""), (431, "public, max-age=60", ""),
  ])
  func `an answer that is the leader's own sends all others on at once, and is not waited for again`(
    status: Int,
    control: String,
    vary: String
  ) async throws {
    let bench = CacheBench()
    let gate = Latch()
    let gates = (0..<4).map { _ in Latch() }
    var headers: Headers = ["Cache-Control": control]
    if !vary.isEmpty { headers["Vary"] = vary }
    bench.answer { [headers] _, _ in
      try await gate.pass()
      return .text("leader's", status: Status(status), headers: headers)
    }
    for own in gates {
      bench.answer { [headers] _, _ in
        try await own.pass()
        return .text("own", status: Status(status), headers: headers)
      }
    }
    let leader = Task { try await bench.get() }
    try await bench.stub.waitForRequests()
    let followers = (0..<3).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 3)
    gate.open()
    // All three are in flight before any of them has its response.
    try await bench.stub.waitForRequests(4)
    // Requests for this key no longer wait for one another. Only a 403 was stored, so it serves the late request.
    let late = Task { try await bench.get { $0.cachePolicy = .protocol }.text }
    if status != 403 {
      try await bench.stub.waitForRequests(5)
    }
    for own in gates { own.open() }
    for follower in followers { #expect(try await follower.value == "own") }
    #expect(try await leader.value.text == "leader's")
    _ = try await late.value
  }

  @Test(arguments: ["no-cache", "max-age=0"])
  func `what each request must ask about is waited for once, and then asked about by its tag`(_ control: String)
    async throws
  {
    let bench = CacheBench()
    let gate = Latch()
    let own = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("one", headers: ["Cache-Control": control, "ETag": "\"a\""])
    }
    for _ in 0..<3 {
      bench.answer { _, _ in
        try await own.pass()
        return TransportResponse(status: 304, headers: ["ETag": "\"a\""])
      }
    }
    let leader = Task { try await bench.get().text }
    try await bench.stub.waitForRequests()
    let follower = Task { try await bench.get().text }
    try await waiters(bench, 1)
    gate.open()
    try await bench.stub.waitForRequests(2)
    // Those that come later wait for nobody.
    let late = [Task { try await bench.get().text }, Task { try await bench.get().text }]
    try await bench.stub.waitForRequests(4)
    #expect(bench.stub.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", "\"a\"", "\"a\""])
    own.open()
    for task in [leader, follower] + late { #expect(try await task.value == "one") }
  }

  @Test(arguments: [(200, true), (200, false), (304, true)] as [(Status, Bool)])
  func `a slow answer does not take the place of one that was asked for later`(_ status: Status, isStored: Bool)
    async throws
  {
    let bench = CacheBench()
    let gate = Latch()
    if isStored {
      bench.answer(["Cache-Control": "max-age=1", "ETag": "\"a\""], "old")
      try await bench.get()
      bench.wait(5)
    }
    bench.answer { _, _ in
      try await gate.pass()
      return .text(
        status == 304 ? "" : "old",
        status: status,
        headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""]
      )
    }
    let slow = Task { try await bench.get() }
    try await bench.stub.waitForRequests(isStored ? 2 : 1)
    bench.wait(1)
    bench.answer(["Cache-Control": "max-age=60", "ETag": "\"b\""], "new")
    #expect(try await bench.get { $0.cachePolicy = .reload }.text == "new")
    bench.wait(1)
    gate.open()
    let late = try await slow.value
    #expect(late.text == "old" && late.cache?.isStored == false)
    let next = try await bench.get()
    #expect(next.text == "new" && next.cache?.outcome == .hit)
  }

  @Test func `partitions, methods with effects and readers of streams do not share`() async throws {
    let bench = CacheBench()
    for _ in 0..<4 { bench.answer(["Cache-Control": "no-store"]) }
    try await bench.get { $0.cachePartition = "a" }
    try await bench.get { $0.cachePartition = "b" }
    try await bench.get("http://h.example/x", [:], .post)
    #expect(bench.asked == 3)
  }

  @Test func `a leader whose own time is over leaves the work to one who waits`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      throw TransportFailure(code: .deadlineExceeded, message: "its own", phase: .sent)
    }
    bench.answer { _, _ in .text("two", headers: ["Cache-Control": "max-age=60"]) }
    let leader = Task { try await bench.get() }
    try await bench.stub.waitForRequests()
    let followers = (0..<5).map { _ in Task { try await bench.get().text } }
    try await waiters(bench, 5)
    gate.open()
    for follower in followers { #expect(try await follower.value == "two") }
    await #expect(throws: ResourceError.self) { try await leader.value }
    #expect(bench.asked == 2)
  }

  @Test func `a server that fails is asked once by all who may have what is stale`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=1, stale-if-error=60"], "old")
    try await bench.get()
    bench.wait(5)
    for _ in 0..<2 {
      let gate = Latch()
      bench.answer { _, _ in
        try await gate.pass()
        throw TransportFailure(code: .connectFailed, message: "down", phase: .connecting)
      }
      let asked = bench.asked
      let leader = Task { try await bench.get() }
      try await bench.stub.waitForRequests(asked + 1)
      let followers = (0..<5).map { _ in Task { try await bench.get() } }
      try await waiters(bench, 5)
      gate.open()
      for follower in followers {
        let response = try await follower.value
        #expect(response.text == "old")
        #expect(response.cache?.isCollapsed == true)
      }
      #expect(try await leader.value.text == "old")
      #expect(bench.asked == asked + 1)
    }
  }

  @Test func `a request after a change does not wait for one before it, whose response is not stored`() async throws {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("before", headers: ["Cache-Control": "max-age=60"])
    }
    let early = Task { try await bench.get() }
    try await bench.stub.waitForRequests()
    bench.answer([:], "changed")
    try await bench.get("http://h.example/x", [:], .put)
    bench.answer(["Cache-Control": "max-age=60"], "after")
    #expect(try await bench.get().text == "after")
    gate.open()
    let answer = try await early.value
    #expect(answer.text == "before")
    #expect(answer.cache?.detail == "changed")
    #expect(try await bench.get().text == "after")
    #expect(bench.asked == 3)
  }

  @Test func `who wants it newer than it came sends alone, and the others go on waiting for one another`() async throws
  {
    let bench = CacheBench()
    let gate = Latch()
    bench.answer { _, _ in
      try await gate.pass()
      return .text("one", headers: ["Cache-Control": "max-age=60"])
    }
    bench.answer(["Cache-Control": "max-age=60"], "own")
    let leader = Task { try await bench.get() }
    try await bench.stub.waitForRequests()
    let choosy = Task { try await bench.get("http://h.example/x", ["Cache-Control": "min-fresh=100"]).text }
    try await waiters(bench, 1)
    gate.open()
    #expect(try await choosy.value == "own")
    #expect(try await leader.value.text == "one")
    let cache = try #require(bench.client.assembly.caches.first)
    #expect(!cache.uncoalesced.contains(try key(cache), at: bench.clock))
  }

  @Test func `a flight lands for those who board it, and only once`() async throws {
    let flight = SingleFlight<String, Int>()
    guard case .leads(let number) = try await flight.join("a") else { return #expect(Bool(false)) }
    let waiting = Task { try await flight.join("a") }
    try await until { flight.waiterCount("a") == 1 }
    flight.finish("a", number &+ 1, 0)
    #expect(flight.waiterCount("a") == 1)
    flight.finish("a", number, 7)
    guard case .followed(7) = try await waiting.value else { return #expect(Bool(false)) }
    #expect(flight.waiterCount("a") == nil)
    flight.finish("a", number, 8)
    guard case .leads = try await flight.join("a") else { return #expect(Bool(false)) }
    let cancelled = Task { try await flight.join("a") }
    try await until { flight.waiterCount("a") == 1 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(flight.waiterCount("a") == 0)
  }
}
