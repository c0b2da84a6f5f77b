// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestConformance
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@testable import ResourceRequestValkey

/// A store of responses that instances share.
@Suite(.timeLimit(.minutes(2)), .serialized, .enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct ValkeyCacheStoreTests {
  private static let key = CacheKey(partition: "orders", url: "https://orders.example/x")

  private static func response(_ text: String = "done") async throws -> CachedResponse {
    // What a client stores.
    let store = MemoryOnly()
    let client = ResourceClient(
      configuration: try configuration(),
      transport: StubTransport { _, _ in .text(text, headers: ["Cache-Control": "max-age=60"]) },
      options: ClientOptions(cacheStore: store)
    )
    _ = try await client.send(ResourceRequest("x", service: "orders"))
    await client.drain(within: .seconds(5))
    return try #require(await store.responses.first)
  }

  private static func configuration(_ more: String = "") throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: #"{"service": "orders", "baseUrl": "https://orders.example", "cache": true\#(more)}"#
    )
  }

  /// A client with this store, and the number of requests it has sent.
  private static func client(_ store: any CacheStore, _ more: String = "") throws -> (ResourceClient, StubTransport) {
    let transport = StubTransport { request, _ in
      .text("for \(request.headers["Authorization"] ?? "all")", headers: ["Cache-Control": "max-age=60"])
    }
    let options = ClientOptions(cacheStore: store)
    return (ResourceClient(configuration: try configuration(more), transport: transport, options: options), transport)
  }

  private actor MemoryOnly: CacheStore {
    var responses: [CachedResponse] = []
    func variants(of key: CacheKey) -> [CachedResponse] { [] }
    func insert(_ response: CachedResponse, for key: CacheKey) { responses.append(response) }
    func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) {}
    func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) -> Int { 0 }
    func usage() -> CacheUsage { CacheUsage() }
  }

  @Test func `it is a store as any other`() async throws {
    let server = try await ValkeyServer()
    let address = server.address
    let failures = await CacheStoreConformance {
      try ValkeyCacheStore(address, prefix: "case-\(UUID())", timeLimit: .seconds(10))
    }.run()
    withExtendedLifetime(server) {}
    #expect(failures.map(\.description) == [])
  }

  @Test func `an instance gets what another has stored, over the socket and with a password`() async throws {
    let server = try await ValkeyServer(["--requirepass", "hunter2"])
    func store() throws -> ValkeyCacheStore {
      try ValkeyCacheStore(server.address, password: "hunter2", timeLimit: .seconds(5))
    }
    let (one, first) = try Self.client(store())
    _ = try await one.send(ResourceRequest("x", service: "orders"))
    await one.drain(within: .seconds(5))
    let (other, second) = try Self.client(store())
    let response = try await other.send(ResourceRequest("x", service: "orders"))
    #expect(response.text == "for all")
    #expect(first.requests.count == 1)
    #expect(second.requests.isEmpty)
  }

  @Test func `principals never get one another's responses`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    for (token, sent) in [("ann", 1), ("ben", 1), ("ann", 0), ("ben", 0)] {
      let (client, transport) = try Self.client(store, #", "auth": {"type": "bearer", "token": "\#(token)"}"#)
      let response = try await client.send(ResourceRequest("x", service: "orders"))
      #expect(response.text == "for Bearer \(token)")
      #expect(transport.requests.count == sent, "\(token)")
      await client.drain(within: .seconds(5))
    }
  }

  @Test func `a server that is gone, paused, refuses or is full fails no request`() async throws {
    let gone = try await ValkeyServer()
    gone.end()
    let paused = try await ValkeyServer()
    paused.pause()
    defer { paused.resume() }
    let refusing = try await ValkeyServer(["--requirepass", "hunter2"])
    let full = try await ValkeyServer(["--maxmemory", "1", "--maxmemory-policy", "noeviction"])
    for address in [gone.address, paused.address, refusing.address, full.address, "valkey://127.0.0.1:1"] {
      let (client, transport) = try Self.client(try ValkeyCacheStore(address))
      for count in 1...3 {
        let response = try await client.send(ResourceRequest("x\(count)", service: "orders"))
        #expect(response.text == "for all")
        #expect(transport.requests.count == count)
      }
    }
  }

  @Test func `a server that has failed is an error, and left alone for a second`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    let response = try await Self.response()
    try await store.insert(response, for: Self.key)
    #expect(try await store.variants(of: Self.key) == [response])
    server.end()
    await #expect(throws: (any Error).self) { try await store.variants(of: Self.key) }
    // Left alone for a second, even where it is back.
    await #expect(throws: (any Error).self) { try await store.variants(of: Self.key) }
  }

  @Test func `replies that are none crash nothing, and are a miss`() async throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let kinds: [[UInt8]] = [
        Array("*1\r\n".utf8), Array("$5\r\n".utf8), Array("*-1\r\n".utf8), Array(":x\r\n".utf8), [],
      ]
      let junk =
        (kinds.randomElement(using: &generator) ?? [])
        + (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let server = try JunkServer(junk)
      let store = try ValkeyCacheStore("valkey://127.0.0.1:\(server.port)", timeLimit: .milliseconds(20))
      let found = (try? await store.variants(of: Self.key)) ?? []
      #expect(found.isEmpty)
    }
  }

  @Test func `a server that drips holds no command longer than its time`() async throws {
    let server = try JunkServer(Array("$9000\r\n".utf8), drip: true)
    let store = try ValkeyCacheStore("valkey://127.0.0.1:\(server.port)", timeLimit: .milliseconds(50))
    let start = ContinuousClock.now
    await #expect(throws: (any Error).self) { try await store.variants(of: Self.key) }
    // A byte every 10 ms would take 90 s.
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `a connection that was closed meanwhile is opened again, within the same command`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    let response = try await Self.response()
    try await store.insert(response, for: Self.key)
    try server.command(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"])
    #expect(try await store.variants(of: Self.key) == [response])
  }

  @Test func `an entry that its index has lost is not returned, since nothing could invalidate it`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    try await store.insert(try await Self.response(), for: Self.key)
    let indexes = try server.command(["--scan", "--pattern", "resource:u:*"]).split(separator: "\n")
    try server.command(["DEL"] + indexes.map(String.init))
    #expect(try await store.variants(of: Self.key).isEmpty)
  }

  @Test func `a key has no more responses than some`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    for number in 0..<100 {
      let transport = StubTransport { _, _ in .text("x", headers: ["Cache-Control": "max-age=60", "Vary": "X-Number"]) }
      let client = ResourceClient(
        configuration: try Self.configuration(),
        transport: transport,
        options: ClientOptions(cacheStore: store)
      )
      _ = try await client.send(ResourceRequest("x", service: "orders", headers: ["X-Number": "\(number)"]))
      await client.drain(within: .seconds(5))
    }
    #expect(try await store.usage().entries <= 33)
  }

  @Test func `an entry that is damaged, or another's, is not returned`() async throws {
    let server = try await ValkeyServer()
    let store = try ValkeyCacheStore(server.address, timeLimit: .seconds(5))
    let response = try await Self.response()
    try await store.insert(response, for: Self.key)
    let other = CacheKey(partition: "others", url: Self.key.url)
    #expect(try await store.variants(of: other).isEmpty)
    try await store.removeAll(forURL: Self.key.url)
    #expect(try await store.variants(of: Self.key).isEmpty)
  }

  @Test(arguments: [
    ("http://a", "another scheme"), ("rediss://a/x", "no number of a database"),
    ("valkey://a/x", "no number of a database"), ("unix://relative", "no absolute path"), ("valkey://", "host"),
    ("valkey://a:99999", "port"),
  ])
  func `an address that is none is refused with the remedy`(_ address: String, _ reason: String) {
    let error = #expect(throws: ValkeyCacheStore.Invalid.self) { try ValkeyCacheStore(address) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }
}
