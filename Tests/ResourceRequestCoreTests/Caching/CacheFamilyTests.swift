// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The caches of one service under several configurations.
struct CacheFamilyTests {
  private func configuration(_ keys: String = "") throws -> ResourceConfiguration {
    try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example/", "cache": true\#(keys)}"#)
  }

  @Test func `a change by a call of the configuration before removes what the new one has stored`() async throws {
    let gate = Latch()
    let count = Lock(0)
    let stub = StubTransport { request, _ in
      guard request.method == .get else {
        try await gate.pass()
        return TransportResponse(status: 204)
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text("\(number)", headers: ["Cache-Control": "max-age=60"])
    }
    let client = ResourceClient(configuration: try configuration(), transport: stub)
    let get = ResourceRequest("x", service: "s")
    let change = Task { try await client.send(ResourceRequest("x", method: .put, service: "s")).status }
    try await stub.waitForRequests()
    client.reload(try configuration(#", "timeouts": {"total": "9s"}"#))
    #expect(try await client.send(get).text == "1")
    #expect(try await client.send(get).text == "1")
    gate.open()
    #expect(try await change.value == 204)
    #expect(try await client.send(get).text == "2")
  }

  @Test func `a change by a call of a configuration without a cache removes what the others have stored`() async throws
  {
    let gate = Latch()
    let count = Lock(0)
    let stub = StubTransport { request, _ in
      guard request.method == .get else {
        try await gate.pass()
        return TransportResponse(status: request.method == .put ? 204 : 500)
      }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text("\(number)", headers: ["Cache-Control": "max-age=60"])
    }
    let uncached = try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example/"}"#)
    let client = ResourceClient(configuration: uncached, transport: stub)
    let get = ResourceRequest("x", service: "s")
    let change = Task { try await client.send(ResourceRequest("x", method: .put, service: "s")).status }
    let failure = Task { try await client.send(ResourceRequest("y", method: .post, service: "s")).status }
    try await stub.waitForRequests(2)
    client.reload(try configuration())
    #expect(try await client.send(get).text == "1")
    #expect(try await client.send(ResourceRequest("y", service: "s")).text == "2")
    gate.open()
    #expect(try await change.value == 204)
    #expect(try await failure.value == 500)
    #expect(try await client.send(get).text == "3")
    // A failed change removes nothing.
    #expect(try await client.send(ResourceRequest("y", service: "s")).text == "2")
  }
}
