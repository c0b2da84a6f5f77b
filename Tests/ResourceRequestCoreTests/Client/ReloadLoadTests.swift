// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// What reloads cost calls that are made meanwhile; `Tests/benchmark --only reload` measures it at length.
struct ReloadLoadTests {
  private static func configuration(_ services: Int, changing generation: Int) throws -> ResourceConfiguration {
    let documents = (0..<services).map { number in
      let host = number == 0 ? "g\(generation)" : "h\(number)"
      return #"{"service": "s\#(number)", "baseUrl": "http://\#(host).example", "retry": 2}"#
    }
    return try ResourceConfiguration(json: #"{"backendServices": [\#(documents.joined(separator: ","))]}"#)
  }

  @Test func `no call fails while the configuration changes again and again`() async throws {
    let configurations = try (0..<2).map { try Self.configuration(3, changing: $0) }
    let client = ResourceClient(
      configuration: configurations[0],
      transport: StubTransport { _, _ in
        await Task.yield()
        return .text("")
      }
    )
    let isOver = Lock(false)
    let calls = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var calls = 0
          while !isOver.withLock(\.self) || calls < 10 {
            guard try await client.send(ResourceRequest("x", service: "s\(calls % 3)")).status == 200 else { return -1 }
            calls += 1
          }
          return calls
        }
      }
      for number in 1...300 {
        client.reload(configurations[number % 2])
        await Task.yield()
      }
      isOver.withLock { $0 = true }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(calls.allSatisfy { $0 >= 10 }, "\(calls)")
    #expect(client.generation == 301)
    #expect(client.status.active == 0)
  }

  @Test func `what was made of a configuration is let go of with its last call`() async throws {
    let (asked, go) = (Gate(), Gate())
    let client = ResourceClient(
      configuration: try Self.configuration(1, changing: 0),
      transport: StubTransport { _, _ in
        asked.open()
        try await go.wait()
        return .text("")
      }
    )
    weak let first = client.assembly
    let call = Task { try await client.send(ResourceRequest("x", service: "s0")).status }
    try await asked.wait()
    for generation in 1...3 { client.reload(try Self.configuration(1, changing: generation)) }
    #expect(first != nil)
    go.open()
    #expect(try await call.value == 200)
    #expect(first == nil)
  }

  @Test func `of many services only those that change begin anew`() throws {
    let client = ResourceClient(
      configuration: try Self.configuration(1000, changing: 0),
      transport: StubTransport(script: [])
    )
    func states(_ client: ResourceClient) -> [ObjectIdentifier] {
      client.assembly.states.map { ObjectIdentifier($0) }
    }
    // The old assembly is kept alive, so that no new object can have the address of an old one.
    let (before, kept) = (states(client), client.assembly)
    client.reload(try Self.configuration(1000, changing: 1))
    let after = states(client)
    #expect(before.count >= 1000 && after.count == before.count)
    #expect(zip(before, after).count { $0 != $1 } == 1)
    withExtendedLifetime(kept) {}
  }
}
