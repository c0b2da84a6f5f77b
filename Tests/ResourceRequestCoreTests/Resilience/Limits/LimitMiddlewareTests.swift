// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Which failures count as rejections by the service.
struct LimitMiddlewareTests {
  private struct NoToken: TokenProvider {
    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      throw TransportFailure(code: .tokenUnavailable, message: "no token", phase: .queued)
    }
  }

  /// Gives a token once.
  private final class OneToken: TokenProvider {
    private let left = Lock(1)

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      let number = left.withLock { left in
        left -= 1
        return left
      }
      guard number == 0 else { return try await NoToken().token(for: scope, context: context) }
      return AccessToken("one")
    }
  }

  private func client(_ tokens: [String: any TokenProvider], _ stub: StubTransport) throws -> ResourceClient {
    let document = #"{"service": "s", "baseUrl": "https://s.example/", "throttle": {"atLeast": 10}}"#
    return ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: tokens))
    )
  }

  /// A client whose waits are those of the clock, without anything added at random.
  private func client(_ document: String, _ stub: StubTransport, _ clock: ManualClock) throws -> ResourceClient {
    ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: clock, randomBits: { 0 }))
    )
  }

  private func codes(_ client: ResourceClient) async -> [ResourceError.Code] {
    var codes: [ResourceError.Code] = []
    for _ in 0..<200 {
      do { _ = try await client.send(ResourceRequest("x", service: "s")) } catch {
        codes.append((error as? ResourceError)?.code ?? .transportFailure)
      }
    }
    return codes
  }

  @Test func `calls that never reach the service are no rejections by it`() async throws {
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let codes = await codes(try client(["s": NoToken()], stub))
    #expect(codes.count == 200)
    #expect(!codes.contains(.overloaded), "\(Set(codes))")
  }

  @Test func `the adaptive limit learns from attempts that a retry hides`() async throws {
    let count = Lock(0)
    let stub = StubTransport { _, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return TransportResponse(status: number % 2 == 1 ? 503 : 200)
    }
    let clock = ManualClock()
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "retry": {"attempts": 2, "backoff": {"base": "1ms"}},
       "concurrency": {"adaptive": {"min": 2, "max": 40, "start": 20}}}
      """#
    let client = try client(document, stub, clock)
    for _ in 0..<5 {
      async let response = client.send(ResourceRequest("x", service: "s"))
      // The wait before the retry.
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(5))
      #expect(try await response.status == 200)
    }
    #expect(try #require(client.status.services.first { $0.name == "s" }?.concurrency).limit < 5)
  }

  @Test func `a call that sends nothing costs no turn of the rate`() async throws {
    let clock = ManualClock()
    let document = #"{"service": "s", "baseUrl": "https://s.example/", "rate": {"requests": 1, "per": "1h"}}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { _, _ in TransportResponse(status: 200) },
      options: ClientOptions(
        authorization: AuthorizationOptions(tokenProviders: ["s": NoToken()]),
        environment: RequestEnvironment(clock: clock)
      )
    )
    for _ in 0..<5 {
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("x", service: "s"))
      }
      #expect(error.code == .tokenUnavailable)
    }
  }

  @Test func `what was answered costs its turn of the rate, whatever fails after it`() async throws {
    let document = #"{"service": "s", "baseUrl": "https://s.example/", "rate": {"requests": 1, "per": "1h"}}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { _, _ in
        .status(401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
      },
      options: ClientOptions(
        authorization: AuthorizationOptions(tokenProviders: ["s": OneToken()]),
        environment: RequestEnvironment(clock: ManualClock())
      )
    )
    var codes: [ResourceError.Code] = []
    for _ in 0..<2 {
      var request = ResourceRequest("x", service: "s")
      request.timeouts.total = .seconds(5)
      let hasty = request
      codes.append(try await #require(throws: ResourceError.self) { try await client.send(hasty) }.code)
    }
    #expect(codes == [.tokenUnavailable, .rateLimited])
  }

  @Test func `an attempt that is refused before it is sent costs no turn of the rate`() async throws {
    let clock = ManualClock()
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "rate": {"requests": 1, "per": "1h"},
       "timeouts": {"total": "60s"}, "deadline": {"send": "X-Time", "reserve": "59s"}}
      """#
    let client = try client(document, stub, clock)
    for _ in 0..<5 {
      var request = ResourceRequest("x", service: "s")
      request.timeouts.total = .seconds(30)
      let hasty = request
      let error = try await #require(throws: ResourceError.self) { try await client.send(hasty) }
      #expect(error.code == .deadlineExceeded)
    }
    #expect(stub.requests.isEmpty)
    #expect(try await client.send(ResourceRequest("x", service: "s")).status == 200)
  }

  @Test func `a service that asks to wait is asked by no call and no retry, whichever attempt it told`() async throws {
    let clock = ManualClock()
    let count = Lock(0)
    let stub = StubTransport { _, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 1 ? .status(429, headers: ["Retry-After": "2"]) : TransportResponse(status: 200)
    }
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "retry": {"attempts": 3, "backoff": {"base": "1ms"}},
       "rate": {"requests": 1000, "per": "1s", "burst": 1000, "obey": ["Retry-After"]}}
      """#
    let client = try client(document, stub, clock)
    async let first = client.send(ResourceRequest("x", service: "s"))
    try await clock.waitForSleepers(1)
    async let second = client.send(ResourceRequest("y", service: "s"))
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(1999))
    #expect(stub.requests.count == 1)
    clock.advance(by: .seconds(5))
    #expect(try await [first.status, second.status] == [200, 200])
  }

  /// While a call waits two seconds for its retry, another is told to wait.
  private func askToWait(_ client: ResourceClient, _ clock: ManualClock) async throws {
    try await clock.waitForSleepers(1)
    var other = ResourceRequest("b", service: "s")
    other.retry = .never
    #expect(try await client.send(other).status == 429)
    clock.advance(by: .seconds(2))
    try await clock.waitForSleepers(1)
  }

  @Test func `a retry waits while a service asks to wait that has told another call meanwhile`() async throws {
    let clock = ManualClock()
    let end = clock.now.advanced(by: .seconds(30))
    let stub = StubTransport { request, _ in
      if request.url.path == "/b" { return .status(429, headers: ["Retry-After": "30"]) }
      return .status(clock.now < end ? 503 : 200)
    }
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "rate": {"obey": ["Retry-After"]},
       "retry": {"attempts": 2, "backoff": {"base": "2s", "max": "2s"}}}
      """#
    let client = try client(document, stub, clock)
    async let retried = client.send(ResourceRequest("a", service: "s"))
    try await askToWait(client, clock)
    clock.advance(by: .seconds(27))
    #expect(stub.requests.count == 2)
    clock.advance(by: .seconds(5))
    #expect(try await retried.status == 200)
  }

  @Test func `a retry that would have too little time once a service may be asked again is not sent`() async throws {
    let clock = ManualClock()
    let stub = StubTransport { request, _ in
      request.url.path == "/b" ? .status(429, headers: ["Retry-After": "30"]) : .status(503)
    }
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "rate": {"obey": ["Retry-After"]},
       "retry": {"attempts": 2, "backoff": {"base": "2s", "max": "2s"}},
       "timeouts": {"total": "60s"}, "deadline": {"send": "X-Time", "reserve": "40s"}}
      """#
    let client = try client(document, stub, clock)
    async let retried = client.send(ResourceRequest("a", service: "s"))
    try await askToWait(client, clock)
    clock.advance(by: .seconds(40))
    let response = try await retried
    #expect(response.status == 503)
    #expect(response.attempts.last?.refusal?.contains("deadline") == true)
    #expect(stub.requests.count == 2)
  }

  @Test func `those that queue for a permit when the service asks to wait are held back too`() async throws {
    let clock = ManualClock()
    let gate = Gate()
    let stub = StubTransport { request, _ in
      guard request.url.path == "/first" else { return TransportResponse(status: 200) }
      try await gate.wait()
      return .status(429, headers: ["Retry-After": "30"])
    }
    let document = #"""
      {"service": "s", "baseUrl": "https://s.example/", "concurrency": 1, "queue": {"length": 10},
       "rate": {"requests": 1000, "per": "1s", "burst": 1000, "obey": ["Retry-After"]}}
      """#
    let client = try client(document, stub, clock)
    async let first = client.send(ResourceRequest("first", service: "s"))
    try await until { !stub.requests.isEmpty }
    async let second = client.send(ResourceRequest("second", service: "s"))
    try await until { client.status.services.first(where: { $0.name == "s" })?.concurrency?.waiting == 1 }
    gate.open()
    #expect(try await first.status == 429)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(29))
    #expect(stub.requests.count == 1)
    clock.advance(by: .seconds(5))
    #expect(try await second.status == 200)
  }

  @Test func `work that nobody waits for takes no turn that a caller needs`() async throws {
    let clock = ManualClock()
    let gate = RateGate(RatePolicy(requests: 1, per: .seconds(10), burst: 1))
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    try await gate.pass(context, isBehind: true)
    for _ in 0..<3 {
      let failure = await #expect(throws: TransportFailure.self) { try await gate.pass(context, isBehind: true) }
      #expect(failure?.code == .rateLimited)
    }
    #expect(gate.waiting == 0)
    clock.advance(by: .seconds(10))
    try await gate.pass(context)
  }

  @Test func `connections that the service refuses are`() async throws {
    let stub = StubTransport { _, _ in
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    #expect(await codes(try client([:], stub)).contains(.overloaded))
  }
}
