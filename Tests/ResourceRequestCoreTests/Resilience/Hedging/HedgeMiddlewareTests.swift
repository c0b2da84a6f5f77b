// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Hedged attempts: which one wins, what happens to the losers, and what is released.
struct HedgeMiddlewareTests {
  private let clock = ManualClock()
  private let hedge = HedgePolicy(after: .fixed(.milliseconds(10)), maxExtraLoad: 1)

  /// A client of one service over a stub.
  private func client(
    _ keys: String,
    _ stub: StubTransport,
    observers: [any EventObserver] = []
  ) throws -> ResourceClient {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let environment = RequestEnvironment(clock: clock, observers: observers, randomBits: { 0 })
    return ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment)
    )
  }

  private let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
  private let quick = #","hedge":{"after":"10ms","maxExtraLoad":"100%"}"#

  /// A server whose first response, which is `slow`, loses against the one that comes at once.
  private func losingFirst(
    _ version: ExchangeMetrics.HTTPVersion = .http1_1,
    _ slow: @escaping @Sendable (CallContext) async throws -> TransportResponse?
  ) -> StubTransport {
    let isFirst = Lock(true)
    return StubTransport { _, context in
      if isFirst.exchange(false), let response = try await slow(context) { return response }
      var response = TransportResponse(status: 200)
      response.metrics.httpVersion = version
      return response
    }
  }

  /// Half a second, in which the other response comes.
  private func pause() async throws { try await clock.sleep(until: clock.now.advanced(by: .milliseconds(500))) }

  /// Pauses, and notes whether that was to the end.
  private func noting(_ ends: Lock<[Bool]>) async throws -> TransportResponse? {
    do { try await pause() } catch {
      ends.withLock { $0.append(false) }
      throw error
    }
    ends.withLock { $0.append(true) }
    return nil
  }

  /// The response of a second attempt, which begins after 10 ms.
  private func outrun(_ client: ResourceClient) async throws -> ResourceResponse {
    async let response = client.send(ResourceRequest("x", service: "s"))
    // Sleepers: the first attempt, and the delay before the second.
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    return try await response
  }

  @Test func `a second attempt goes elsewhere, and the first answer counts`() async throws {
    let stub = StubTransport(script: [.silence, .respond(.text("second"))])
    let client = try client(quick + endpoints, stub)
    async let response = client.send(ResourceRequest("x", service: "s"))
    // Sleepers: the silent server, and the delay before the second attempt.
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    let answer = try await response
    #expect(answer.text == "second")
    #expect(Set(stub.requests.map { $0.endpoint.map { "\($0)" } }).count == 2)
    // The attempt that is still in flight is one of the call's, and the last is that of the response.
    #expect(answer.attempts.map(\.number) == [1, 2])
    #expect(answer.attempts.map(\.outcome) == [.failed(.outrun), .answered(200)])
    #expect(answer.attempts.map(\.reason) == [.first, .hedge])
    #expect(answer.attempts.first?.duration == .milliseconds(10))
    #expect(answer.attempts.first?.endpoint != nil)
  }

  @Test func `a call hedges where its service does not, and after its own time`() async throws {
    let stub = StubTransport(script: [.silence, .respond(.text("second"))])
    let client = try client("", stub)
    var request = ResourceRequest("x", service: "s")
    request.hedge = hedge
    async let response = client.send(request)
    // Sleepers: the silent server, and the delay before the second attempt.
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    #expect(try await response.text == "second")
  }

  @Test func `a call retries where its service hedges`() async throws {
    let stub = StubTransport(script: [.respond(.status(503)), .respond(.text("ok"))])
    let client = try client(#","hedge":{"after":"50s"}"#, stub)
    var request = ResourceRequest("x", service: "s")
    request.retry = .attempts(2)
    async let answer = client.send(request)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    let response = try await answer
    #expect(response.text == "ok")
    #expect(response.attempts.map(\.reason) == [.first, .retry])
  }

  @Test(arguments: [RequestMethod.get, .post])
  func `what was never sent goes to another endpoint, for every method and for nothing`(
    method: RequestMethod
  ) async throws {
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    let stub = StubTransport(script: [refused, .respond(.text("ok"))])
    let client = try client(#","hedge":{"after":"50s","maxExtraLoad":"1%"}"# + endpoints, stub)
    let response = try await client.send(ResourceRequest("x", method: method, service: "s"))
    #expect(response.text == "ok")
    #expect(response.attempts.map(\.reason) == [.first, .retry])
  }

  @Test func `what was never sent goes to another endpoint once the service no longer asks to wait`() async throws {
    let gate = Gate()
    let count = Lock(0)
    let stub = StubTransport { request, _ in
      if request.url.path == "/b" { return .status(429, headers: ["Retry-After": "30"]) }
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number == 1 else { return .text("ok") }
      try await gate.wait()
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    let keys = #","hedge":{"after":"50s","maxExtraLoad":"1%"},"rate":{"obey":["Retry-After"]}"#
    let client = try client(keys + endpoints, stub)
    async let response = client.send(ResourceRequest("a", service: "s"))
    try await until { count.withLock({ $0 }) > 0 }
    var other = ResourceRequest("b", service: "s")
    other.hedge = .never
    #expect(try await client.send(other).status == 429)
    gate.open()
    // Sleepers: the delay before a hedge, and the pause.
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(29))
    #expect(count.withLock { $0 } == 1)
    clock.advance(by: .seconds(5))
    #expect(try await response.text == "ok")
  }

  @Test func `where no other attempt is paid for, the error says so`() async throws {
    let stub = StubTransport(script: [.fail(.connectionClosed), .fail(.connectionClosed), .fail(.connectionClosed)])
    let client = try client(#","hedge":{"after":"50s","maxExtraLoad":"1%"}"#, stub)
    // The budget starts with one hedge.
    for refusal in ["all 2 attempts are used", "the extra load that hedges may cause is used up"] {
      do {
        _ = try await client.send(ResourceRequest("x", service: "s"))
        Issue.record("an answer to a reset connection")
      } catch let error as ResourceError {
        #expect(error.attempts.last?.refusal == refusal)
      }
    }
  }

  /// A client whose first attempt takes half a second, and whose second ends as given.
  private func client(_ keys: String, second: StubStep) throws -> (ResourceClient, StubTransport) {
    let stub = StubTransport(script: [.after(.milliseconds(500), .respond(.status(201))), second])
    return (try client(keys, stub), stub)
  }

  @Test(arguments: [
    StubStep.fail(TransportFailure(code: .tokenUnavailable, message: "no", phase: .sent)),
    .fail(TransportFailure(code: .deadlineExceeded, message: "too late", phase: .sent)),
    .fail(TransportFailure(code: .connectionClosed, message: "reset", phase: .sent)), .fail(CancellationError()),
    .respond(.status(409)), .respond(.status(503)),
  ])
  func `what a second attempt fails with decides nothing while the first is under way`(_ second: StubStep) async throws
  {
    let (client, stub) = try client(quick + #","idempotencyKey":{}"#, second: second)
    async let response = client.send(ResourceRequest("x", method: .post, service: "s"))
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    try await stub.waitForRequests(2)
    clock.advance(by: .milliseconds(490))
    #expect(try await response.status == 201)
  }

  @Test(arguments: [StubStep.respond(.status(429)), .respond(.status(503, headers: ["Retry-After": "2"]))])
  func `a server that asks to wait gets no second request`(_ answer: StubStep) async throws {
    let stub = StubTransport(script: [answer, .respond(.text("second"))])
    let response = try await client(quick, stub).send(ResourceRequest("x", service: "s"))
    #expect(response.status.code >= 429)
    #expect(response.attempts.last?.refusal == "the server asks to wait")
    #expect(stub.requests.count == 1)
  }

  @Test func `the delay begins anew with an attempt that was made before it had passed`() async throws {
    let failure = StubStep.after(.milliseconds(90), .respond(.status(503)))
    let stub = StubTransport(script: [failure, .silence, .respond(.text("third"))])
    let client = try client(#","hedge":{"after":"100ms","attempts":3,"maxExtraLoad":"100%"}"#, stub)
    async let response = client.send(ResourceRequest("x", service: "s"))
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(90))
    try await stub.waitForRequests(2)
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    for _ in 0..<1_000 { await Task.yield() }
    clock.advance(by: .milliseconds(90))
    let answer = try await response
    #expect(answer.text == "third")
    #expect(answer.attempts.map(\.duration) == [.milliseconds(90), .milliseconds(100), .zero])
  }

  @Test func `a hedge that would have no time is not paid for`() async throws {
    let (client, stub) = try client(
      quick + #","timeouts":{"total":"1s"},"deadline":{"send":"X-Time","reserve":"995ms"}"#,
      second: .respond(.text("never"))
    )
    async let response = client.send(ResourceRequest("x", service: "s"))
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(490))
    #expect(try await response.status == 201)
    #expect(stub.requests.count == 1)
  }

  @Test(arguments: [ExchangeMetrics.HTTPVersion.http1_1, .http2])
  func `a loser has a moment to finish where its connection would end with it`(version: ExchangeMetrics.HTTPVersion)
    async throws
  {
    let ends = Lock<[Bool]>([])
    _ = try await outrun(try client(quick, losingFirst(version) { _ in try await noting(ends) }))
    if version == .http1_1 {
      // Sleepers: the loser, and its time limit.
      try await clock.waitForSleepers(2)
      clock.advance(by: .milliseconds(490))
    }
    try await until { ends.withLock({ !$0.isEmpty }) }
    #expect(ends.withLock { $0 } == [version == .http1_1])
  }

  @Test func `a loser that has not gone out goes out no more`() async throws {
    let ends = Lock<[Bool]>([])
    let stub = losingFirst { context in
      // It waits for a connection.
      context.cancelled?.note(.queued)
      return try await noting(ends)
    }
    _ = try await outrun(try client(quick, stub))
    // It has been cancelled by now, and its task has yet to see that.
    for _ in 0..<10_000 where ends.withLock(\.isEmpty) { await Task.yield() }
    clock.advance(by: .milliseconds(490))
    try await until { !ends.withLock(\.isEmpty) }
    #expect(ends.withLock(\.self) == [false])
  }

  @Test func `who waits for a client to be idle waits for a loser that may still end`() async throws {
    let stub = losingFirst { _ in
      try await pause()
      return nil
    }
    let client = try client(quick, stub)
    _ = try await outrun(client)
    #expect(client.status.active == 1)
    #expect(client.status.services.first { $0.name == "s" }?.hedgesWon == 1)
    async let isIdle = client.drain(within: .seconds(60))
    // Sleepers: the loser, its time limit, and that of the drain.
    try await clock.waitForSleepers(3)
    clock.advance(by: .milliseconds(490))
    #expect(await isIdle)
    #expect(client.status.active == 0)
  }

  @Test(arguments: [nil, Status.serviceUnavailable, .ok])
  func `an attempt that was outrun counts as cancelled, however it ends`(_ end: Status?) async throws {
    let events = RecordedEvents()
    let stub = losingFirst { _ in
      try await pause()
      guard let end else { throw TransportFailure(code: .connectionClosed, message: "reset", phase: .sent) }
      return TransportResponse(status: end)
    }
    let client = try client(quick, stub, observers: [events])
    #expect(try await outrun(client).status == 200)
    // Sleepers: the loser and its time limit.
    try await clock.waitForSleepers(2)
    #expect(events.events(of: .attemptCancelled).isEmpty)
    clock.advance(by: .milliseconds(490))
    try await events.wait(for: .attemptCancelled)
    #expect(events.events(of: .attemptCancelled).map(\.attempt) == [1])
    #expect(events.events(of: .attemptAnswered).map(\.attempt) == [2])
    #expect(events.events(of: .attemptFailed).isEmpty)
    #expect(client.status.services.first { $0.name == "s" }?.totals.cancelled == 1)
  }

  @Test func `a call that is cancelled ends all its attempts, and gives everything back`() async throws {
    var policies = ResiliencePolicies()
    policies.hedge = hedge
    let places = try ["https://a.example", "https://b.example"].map { ServiceEndpoint(try Origin($0)) }
    let state = ResilienceState(ResiliencePlan(policies, places, .standard), seed: 0)
    let stub = StubTransport(script: [.silence, .silence])
    let pipeline = Pipeline([HedgeMiddleware(state: state)], transport: stub)
    let request = ResolvedRequest(url: try ResourceURL("https://s.example/x"))
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    let call = Task { try await pipeline.send(request, context: context) }
    // Sleepers: the silent server, and the delay before the second attempt.
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(10))
    try await stub.waitForRequests(2)
    #expect(state.pool?.active == 2)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(state.pool?.active == 0)
  }
}
