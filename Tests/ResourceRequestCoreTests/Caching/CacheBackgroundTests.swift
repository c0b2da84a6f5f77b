// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Background revalidation beside calls that somebody waits for.
@Suite struct CacheBackgroundTests {
  private let clock = ManualClock()
  private let gate = Latch()

  private func stub() -> StubTransport {
    StubTransport { [gate] request, _ in
      if request.headers.contains("If-None-Match") { try await gate.pass() }
      return .text("x", headers: ["Cache-Control": "max-age=1, stale-while-revalidate=600", "ETag": "\"a\""])
    }
  }

  /// A client with a number of stale responses, all of which have been used once.
  private func client(_ keys: String, _ stub: StubTransport, stale count: Int) async throws -> ResourceClient {
    let json = #"{"service": "s", "baseUrl": "https://s.example/", "cache": true\#(keys)}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    for number in 0..<count { _ = try await client.send(ResourceRequest("\(number)", service: "s")) }
    clock.advance(by: .seconds(5))
    for number in 0..<count {
      #expect(try await client.send(ResourceRequest("\(number)", service: "s")).cache?.outcome == .stale)
    }
    return client
  }

  private func revalidations(_ stub: StubTransport) -> Int {
    stub.requests.count { $0.headers.contains("If-None-Match") }
  }

  @Test func `stale responses that are revalidated leave half of the permits to callers`() async throws {
    let stub = stub()
    let client = try await client(#", "concurrency": 4"#, stub, stale: 100)
    try await until { revalidations(stub) >= 2 }
    // Two at once find their permits.
    async let one = client.send(ResourceRequest("a", service: "s"))
    async let other = client.send(ResourceRequest("b", service: "s"))
    #expect(try await [one.text, other.text] == ["x", "x"])
    #expect(revalidations(stub) == 2)
    gate.open()
    await client.drain(within: .seconds(60))
  }

  @Test func `the only permit is never taken in the background`() async throws {
    let stub = stub()
    let client = try await client(#", "concurrency": 1"#, stub, stale: 10)
    await client.drain(within: .seconds(60))
    #expect(revalidations(stub) == 0)
  }

  @Test func `at most sixteen are revalidated at once`() async throws {
    let stub = stub()
    let client = try await client("", stub, stale: 100)
    try await until { revalidations(stub) >= ServiceCache.mostAsking }
    gate.open()
    await client.drain(within: .seconds(60))
    #expect(revalidations(stub) == ServiceCache.mostAsking)
  }

  @Test func `a response that is revalidated behind its back counts once`() async throws {
    gate.open()
    let stub = stub()
    let client = try await client("", stub, stale: 1)
    await client.drain(within: .seconds(60))
    #expect(revalidations(stub) == 1)
    #expect(client.status.services.first { $0.name == "s" }?.cache?.results == ["miss": 1, "stale": 1])
  }

  @Test func `a revalidation in the background is shed first and never queues`() async throws {
    let turns = CallTurns(.fixed(2), QueuePolicy(length: 10))
    let context = CallContext()
    try await turns.take(.normal, context)
    await #expect(throws: TransportFailure.self) { try await turns.take(.sheddable, isBehind: true, context) }
    #expect(turns.counts == (1, 0))
  }
}
