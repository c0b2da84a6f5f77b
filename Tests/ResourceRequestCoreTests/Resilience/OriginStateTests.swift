// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Policies of `defaults` for absolute URLs: each origin has its own state.
struct OriginStateTests {
  private let stub = StubTransport { request, _ in
    switch request.url.origin.host {
    case "down.example": throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    case "busy.example": .status(429, headers: ["Retry-After": "60"])
    case "moves.example": .status(302, headers: ["Location": "https://up.example/there"])
    default: TransportResponse(status: 200)
    }
  }

  private func client(_ policies: String) throws -> ResourceClient {
    ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"defaults": {\#(policies)}}"#),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: ManualClock(), randomBits: { 0 }))
    )
  }

  private func code(_ client: ResourceClient, _ host: String) async -> ResourceError.Code? {
    do {
      _ = try await client.send(ResourceRequest("https://\(host)/x", method: .post))
      return nil
    } catch { return (error as? ResourceError)?.code }
  }

  @Test func `a host that is down opens the breaker for itself alone`() async throws {
    let client = try client(#""resilience": "standard", "retry": {"attempts": 1}"#)
    for _ in 0..<40 { _ = await code(client, "down.example") }
    #expect(await code(client, "down.example") == .circuitOpen)
    #expect(await code(client, "up.example") == nil)
    // Nor does it end the second hop of a call that went elsewhere first.
    #expect(await code(client, "moves.example") == nil)
    let elsewhere = try #require(client.status.services.first { $0.name == "elsewhere" })
    #expect(
      elsewhere.endpoints.map { "\($0.name) \($0.state)" } == [
        "https://down.example out", "https://moves.example up", "https://up.example up",
      ]
    )
  }

  @Test func `a host that asks to wait is waited for alone`() async throws {
    let client = try client(#""rate": {"requests": 1000, "per": "1s", "obey": ["Retry-After"]}"#)
    #expect(await code(client, "busy.example") == nil)
    var asked = ResourceRequest("https://busy.example/x", method: .post)
    asked.timeouts.total = .seconds(1)
    await #expect(throws: ResourceError.self) { try await client.send(asked) }
    #expect(await code(client, "up.example") == nil)
    #expect(stub.requests.count == 2)
    #expect(client.status.services.first { $0.name == "elsewhere" }?.pause != nil)
  }

  @Test func `the origin that was not used for longest is forgotten first, unless it is spared`() async throws {
    let client = try client(#""breaker": {"of": 1}"#)
    for _ in 0..<4 { _ = await code(client, "down.example") }
    for number in 0..<127 { #expect(await code(client, "h\(number).example") == nil) }
    #expect(await code(client, "down.example") == .circuitOpen)
    #expect(await code(client, "h127.example") == nil)
    #expect(await code(client, "down.example") == .circuitOpen)
    for number in 200..<328 { #expect(await code(client, "h\(number).example") == nil) }
    #expect(await code(client, "down.example") == .circuitOpen)
    let names = client.status.services.first { $0.name == "elsewhere" }?.endpoints.map(\.name) ?? []
    #expect(names.count == 128 && !names.contains("https://h127.example") && names.contains("https://h327.example"))
  }

  @Test func `an origin whose calls are under way is not forgotten, nor is one remembered for being explained`()
    async throws
  {
    let gate = Gate()
    let stub = StubTransport { request, _ in
      if request.url.origin.host == "held.example" { try await gate.wait() }
      return TransportResponse(status: 200)
    }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"defaults": {"concurrency": 1}}"#),
      transport: stub
    )
    async let held = client.send(ResourceRequest("https://held.example/"))
    try await until { !stub.requests.isEmpty }
    for number in 0..<200 { _ = try await client.send(ResourceRequest("https://h\(number).example/")) }
    let error = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("https://held.example/"))
    }
    #expect(error?.code == .overloaded)
    gate.open()
    #expect(try await held.status == 200)
    let count = client.status.services.first { $0.name == "elsewhere" }?.endpoints.count
    _ = try client.explain(ResourceRequest("https://asked.example/"))
    #expect(client.status.services.first { $0.name == "elsewhere" }?.endpoints.count == count)
  }
}
