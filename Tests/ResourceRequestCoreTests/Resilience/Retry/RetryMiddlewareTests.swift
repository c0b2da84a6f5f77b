// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Retries by the policies: what is sent, what the caller is told, and what they cost.
struct RetryMiddlewareTests {
  private func send(
    _ keys: String,
    _ script: [StubStep],
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) async throws -> (StubTransport, Result<ResourceResponse, ResourceError>) {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let stub = StubTransport(script: script)
    var request = ResourceRequest("x", service: "s")
    change(&request)
    let options = ClientOptions(environment: RequestEnvironment(randomBits: { 0 }))
    let client = ResourceClient(configuration: configuration, transport: stub, options: options)
    do { return (stub, .success(try await client.send(request))) } catch let error as ResourceError {
      return (stub, .failure(error))
    }
  }

  private let reset = StubStep.fail(.connectionClosed, phase: .sent)
  private let quick = #","retry":{"attempts":3,"backoff":{"base":"1ms","max":"1ms"}}"#

  @Test func `a service without policies is sent to once`() async throws {
    let (stub, result) = try await send("", [reset, .respond(.text("ok"))])
    #expect(stub.requests.count == 1)
    #expect(throws: ResourceError.self) { try result.get() }
  }

  @Test func `what failed is sent again, and every attempt says why`() async throws {
    let (stub, result) = try await send(quick, [reset, .respond(.status(503)), .respond(.text("ok"))])
    let response = try result.get()
    #expect(stub.requests.count == 3)
    #expect(response.text == "ok")
    #expect(response.attempts.map(\.reason) == [.first, .retry, .retry])
    #expect(response.attempts.map(\.outcome) == [.failed(.connectionClosed), .answered(503), .answered(200)])
  }

  @Test func `the last attempt says why no other follows`() async throws {
    let busy = StubStep.respond(.status(503))
    let (_, spent) = try await send(quick, [busy, busy, busy])
    #expect(try spent.get().attempts.last?.refusal == "all 3 attempts are used")
    let (_, post) = try await send(quick, [reset]) { $0.method = .post }
    guard case .failure(let error) = post else { return #expect(Bool(false)) }
    #expect(error.attempts.last?.refusal == "POST is not idempotent")
    #expect(error.message.contains("not sent again: POST is not idempotent"))
    #expect(error.mayHaveExecuted)
  }

  @Test func `an outcome that is not to be retried says so, and a success nothing`() async throws {
    let unlisted = "not among the outcomes that are retried"
    let (_, first) = try await send(quick, [.respond(.status(500))])
    #expect(try first.get().attempts.map(\.refusal) == [unlisted])
    let (_, second) = try await send(quick, [.respond(.status(503)), .respond(.status(500))])
    #expect(try second.get().attempts.map(\.refusal) == [nil, unlisted])
    for status in [200, 404] as [Status] {
      #expect(try await send(quick, [.respond(.status(status))]).1.get().attempts.map(\.refusal) == [nil])
    }
  }

  @Test func `a call may say otherwise`() async throws {
    let (never, _) = try await send(quick, [reset]) { $0.retry = .never }
    #expect(never.requests.count == 1)
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    let (_, unsent) = try await send(quick, [refused]) { $0.retry = .never }
    let error = try #require(throws: ResourceError.self) { try unsent.get() }
    #expect(error.attempts.map(\.refusal) == [nil])
    let (own, result) = try await send("", [reset, .respond(.text("ok"))]) {
      $0.retry = RetryPolicy(attempts: 2, backoff: RetryBackoff(base: .milliseconds(1)))
    }
    #expect(own.requests.count == 2)
    #expect(try result.get().text == "ok")
  }

  @Test func `a key goes with every attempt, the caller's or one made`() async throws {
    let keyed = quick + #","idempotencyKey":{}"#
    let (stub, result) = try await send(keyed, [reset, .respond(.text("ok"))]) { $0.method = .post }
    _ = try result.get()
    let keys = stub.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 2 && keys[0] == keys[1])
    #expect(keys[0] == "\"00000000-0000-4000-8000-000000000000\"")
    let (own, _) = try await send(keyed, [.respond(.text("ok"))]) {
      $0.method = .post
      $0.idempotencyKey = "order-7"
    }
    #expect(own.requests[0].headers["Idempotency-Key"] == "\"order-7\"")
  }

  @Test func `a refused connection leads to another endpoint, for every method and without a policy`() async throws {
    let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    let (stub, result) = try await send(endpoints, [refused, .respond(.text("ok"))]) { $0.method = .post }
    #expect(try result.get().text == "ok")
    let places = stub.requests.map { $0.endpoint.map { "\($0)" } ?? "" }
    #expect(Set(places) == ["a.example:443", "b.example:8443"])
    #expect(stub.requests.allSatisfy { $0.url.origin.host == "s.example" })
    let (alone, _) = try await send("", [refused, .respond(.text("ok"))])
    #expect(alone.requests.count == 1)
  }

  @Test(arguments: [(RequestMethod.post, 2), (.get, 4)])
  func `a request that cannot connect is sent once more, and then as often as its method may be`(
    method: RequestMethod,
    count: Int
  ) async throws {
    let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    for keys in [quick, quick + endpoints] {
      let (stub, result) = try await send(keys, Array(repeating: refused, count: 9)) { $0.method = method }
      #expect(throws: ResourceError.self) { try result.get() }
      #expect(stub.requests.count == count)
    }
  }

  @Test func `an open breaker ends calls at once and says why`() async throws {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example","breaker":{"of":2}}]}"#
    )
    let stub = StubTransport { _, _ in throw TransportFailure(code: .connectFailed, message: "no", phase: .connecting) }
    let client = ResourceClient(configuration: configuration, transport: stub)
    var codes: [ResourceError.Code] = []
    for _ in 0..<3 {
      do { _ = try await client.send(ResourceRequest("x", service: "s")) } catch let error as ResourceError {
        codes.append(error.code)
        if error.code == .circuitOpen {
          #expect(error.message.contains("2 of the latest 2 attempts failed"))
          #expect(!error.mayHaveExecuted && error.isRetryable)
        }
      }
    }
    #expect(codes == [.connectFailed, .connectFailed, .circuitOpen])
    #expect(stub.requests.count == 2)
  }

  @Test func `the time that is left and the number of the attempt go along`() async throws {
    let keys = quick + #","deadline":{"send":"X-Time"},"attemptHeader":"X-Attempt","timeouts":{"total":"30s"}"#
    let (stub, _) = try await send(keys, [reset, .respond(.text("ok"))])
    #expect(stub.requests.map { $0.headers["X-Attempt"] } == [nil, "2"])
    let time = try #require(stub.requests[0].headers["X-Time"].flatMap { Int($0) })
    #expect((1...30_000).contains(time))
  }

  @Test func `what was refused before it was looked at goes to another endpoint, a POST too`() async throws {
    let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
    let refused = TransportFailure(code: .connectionClosed, message: "refused", phase: .sent, mayHaveExecuted: false)
    let (stub, result) = try await send(endpoints, [.fail(refused), .respond(.text("ok"))]) { $0.method = .post }
    #expect(try result.get().text == "ok")
    #expect(Set(stub.requests.map { $0.endpoint.map { "\($0)" } }).count == 2)
  }

  @Test func `a request that was never sent is no attempt that anybody should retry less for`() async throws {
    let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    let keys = quick + #","attemptHeader":"X-Attempt""# + endpoints
    let (stub, _) = try await send(keys, [refused, reset, .respond(.text("ok"))])
    #expect(stub.requests.map { $0.headers["X-Attempt"] } == [nil, nil, "2"])
    let (other, _) = try await send(keys, [refused, refused, .respond(.text("ok"))])
    #expect(other.requests.map { $0.headers["X-Attempt"] } == [nil, nil, nil])
  }

  @Test func `a redirect is no attempt that anybody should retry less for`() async throws {
    let keys = quick + #","attemptHeader":"X-Attempt""#
    var moved = TransportResponse(status: 307)
    moved.headers["Location"] = "/y"
    let (stub, _) = try await send(keys, [.respond(moved), reset, .respond(.text("ok"))])
    #expect(stub.requests.map { $0.headers["X-Attempt"] } == [nil, nil, "2"])
  }

  @Test func `a call may bring a key where the service has none`() async throws {
    let (stub, result) = try await send(quick, [reset, .respond(.text("ok"))]) {
      $0.method = .post
      $0.idempotencyKey = #"a"b"#
    }
    #expect(try result.get().text == "ok")
    #expect(stub.requests.map { $0.headers["Idempotency-Key"] } == [#""a\"b""#, #""a\"b""#])
  }

  @Test func `a key of the caller's own wins`() async throws {
    let (stub, _) = try await send(quick + #","idempotencyKey":{}"#, [reset, .respond(.text("ok"))]) {
      $0.method = .post
      $0.headers["Idempotency-Key"] = "mine"
    }
    #expect(stub.requests.map { $0.headers["Idempotency-Key"] } == ["mine", "mine"])
  }

  @Test func `who is cancelled while waiting gives back what was paid for the next attempt`() async throws {
    var policies = ResiliencePolicies()
    policies.retry = .standard
    let plan = ResiliencePlan(policies, [], .standard)
    let state = ResilienceState(plan, seed: 0)
    let clock = ManualClock()
    let environment = RequestEnvironment(clock: clock, randomBits: { 1 << 40 })
    let stub = StubTransport(script: [.respond(.status(503))])
    let pipeline = Pipeline([RetryMiddleware(state: state)], attempts: [], transport: stub)
    let request = ResolvedRequest(url: try ResourceURL("https://s.example/x"))
    let call = Task { try await pipeline.send(request, context: CallContext(environment: environment)) }
    try await clock.waitForSleepers()
    #expect(state.budget.withLock(\.tokens) == 99)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(state.budget.withLock(\.tokens) == 100)
  }
}
