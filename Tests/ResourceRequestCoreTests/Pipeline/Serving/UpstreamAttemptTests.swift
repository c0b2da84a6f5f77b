// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Calls made while handling a request that its sender retries itself.
struct UpstreamAttemptTests {
  private func send(_ keys: String, _ script: [StubStep]) async throws -> (StubTransport, [Attempt]) {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let stub = StubTransport(script: script)
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(randomBits: { 0 }))
    )
    return (stub, try await client.send(ResourceRequest("x", service: "s")).attempts)
  }

  private let retries = #","retry":{"attempts":3,"backoff":{"base":"1ms","max":"1ms"}},"attemptHeader":"X-Attempt""#
  private let busy = [StubStep.respond(.status(503)), .respond(.text("ok"))]

  @Test func `within a repetition nothing is repeated, and who is called is told`() async throws {
    let inbound: Headers = ["X-Envoy-Attempt-Count": "2"]
    let (stub, attempts) = try await UpstreamAttempt.with(fieldsOf: inbound) { try await send(retries, busy) }
    #expect(stub.requests.map { $0.headers["X-Attempt"] } == ["2"])
    #expect(attempts.map(\.refusal) == ["the caller retries itself"])
  }

  @Test func `within a first attempt all is as ever, unless the caller wants no retries`() async throws {
    let first = try await UpstreamAttempt.with(UpstreamAttempt()) { try await send(retries, busy) }
    #expect(first.1.map(\.reason) == [.first, .retry])
    let alone = UpstreamAttempt(allowsRetries: false)
    let (stub, _) = try await UpstreamAttempt.with(alone) { try await send(retries, busy) }
    #expect(stub.requests.count == 1)
    #expect(UpstreamAttempt.current == nil)
  }

  @Test func `nothing is hedged within a repetition`() async throws {
    let (stub, attempts) = try await UpstreamAttempt.with(UpstreamAttempt(number: 3)) {
      try await send(#","hedge":{"after":"1ms"}"#, [.respond(.status(503))])
    }
    #expect(stub.requests.count == 1 && attempts.count == 1)
  }

  @Test func `the number is read from the fields there are, and from nothing else`() {
    #expect(UpstreamAttempt.number(in: ["grpc-previous-rpc-attempts": "1"]) == 2)
    let both: Headers = ["X-Envoy-Attempt-Count": "1", "X-Mine": "4"]
    #expect(UpstreamAttempt.number(in: both, header: "X-Mine") == 4)
    for value in ["", "-1", "two", "2.5", "0x2"] {
      #expect(UpstreamAttempt.number(in: ["X-Envoy-Attempt-Count": value]) == nil)
    }
    let huge: Headers = ["grpc-previous-rpc-attempts": "99999999999999999999999999"]
    #expect(UpstreamAttempt.number(in: huge).map { $0 > 1 } ?? true)
  }
}
