// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Injected faults: only if the program allows them, and as often as configured.
struct ChaosTests {
  private func send(
    _ chaos: String,
    isAllowed: Bool = true,
    clock: ManualClock = ManualClock()
  ) async throws -> (StubTransport, Result<ResourceResponse, ResourceError>) {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example","chaos":\#(chaos)}]}"#
    )
    let stub = StubTransport(script: [.respond(.text("ok"))])
    let environment = RequestEnvironment(clock: clock, randomBits: { 0 })
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment, allowsChaos: isAllowed)
    )
    do { return (stub, .success(try await client.send(ResourceRequest("x", service: "s")))) } catch let error
      as ResourceError
    { return (stub, .failure(error)) }
  }

  @Test func `a program that does not allow it sends nothing, and the error names the remedy`() async throws {
    let (stub, result) = try await send(#"{"status":{"share":"1%","status":503}}"#, isAllowed: false)
    #expect(stub.requests.isEmpty)
    let error = #expect(throws: ResourceError.self) { try result.get() }
    #expect(error?.code == .unsupported && error?.mayHaveExecuted == false)
    #expect(error?.message.contains("RESOURCE_ALLOW_CHAOS=1") == true)
  }

  @Test func `a status is answered here, and a reset is one that may have been executed`() async throws {
    let (busy, answer) = try await send(#"{"status":{"share":"100%","status":503}}"#)
    #expect(try answer.get().status == 503)
    #expect(busy.requests.isEmpty)
    let (_, reset) = try await send(#"{"reset":{"share":"100%"}}"#)
    let error = #expect(throws: ResourceError.self) { try reset.get() }
    #expect(error?.code == .connectionClosed && error?.mayHaveExecuted == true)
  }

  @Test func `a delayed request is sent after the delay`() async throws {
    let clock = ManualClock()
    async let sent = send(#"{"delay":{"share":"100%","time":"500ms"}}"#, clock: clock)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    let (stub, result) = try await sent
    #expect(try result.get().text == "ok")
    #expect(stub.requests.count == 1)
  }

  @Test func `the shares are kept`() {
    let policy = ChaosPolicy(
      delay: .init(share: 0.5, time: .seconds(1)),
      status: .init(share: 0.2, status: 503),
      reset: 0.1
    )
    var bits = SplitMix64(1)
    let drawn = (0..<20_000).map { _ in policy.faults(&bits) }
    #expect(abs(Double(drawn.count { $0.delay != nil }) / 20_000 - 0.5) < 0.02)
    #expect(abs(Double(drawn.count { $0.end == .reset }) / 20_000 - 0.1) < 0.01)
    #expect(abs(Double(drawn.count { $0.end == .status(503) }) / 20_000 - 0.2) < 0.01)
  }
}
