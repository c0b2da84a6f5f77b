// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// A client that follows a configuration file: with real files, and a manual clock for the waits.
@Suite(.timeLimit(.minutes(2)))
struct ConfigurationFollowerTests {
  private let folder: WatchedFolder
  private let events = RecordedEvents()

  init() throws { folder = try WatchedFolder() }

  private static func document(_ host: String) -> String {
    #"{"service": "s", "baseUrl": "http://\#(host).example"}"#
  }

  private func client(_ name: String = "a.json", rereadsOnHangup: Bool = false) throws -> ResourceClient {
    try ResourceClient(
      watching: folder[name],
      transport: StubTransport { request, _ in .text(request.url.origin.host) },
      rereadsOnHangup: rereadsOnHangup,
      options: ClientOptions(environment: RequestEnvironment(clock: folder.clock, observers: [events]))
    )
  }

  private func host(_ client: ResourceClient) async throws -> String {
    try await client.send(ResourceRequest("x", service: "s")).text
  }

  /// Waits until `count` events of a kind have been received.
  private func wait(for kind: RequestEvent.Kind, count: Int = 1) async throws {
    try await folder.whileTimePasses { [events] in try await events.wait(for: kind, count: count) }
  }

  @Test func `a changed file is taken`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    #expect(try await host(client) == "one.example")
    try folder.replace("a.json", with: Self.document("two"))
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
    #expect(client.generation == 2)
  }

  @Test func `what is read may be adjusted each time, and what that finds wrong is told`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try ResourceClient(
      watching: folder["a.json"],
      transport: StubTransport { request, _ in .text(request.headers["X-Host"] ?? "none") },
      adjusting: { configuration throws(ConfigurationError) in
        var configuration = configuration
        let host = configuration.services.first?.baseURL.origin.host ?? "none"
        guard host != "wrong.example" else { return try ResourceConfiguration(json: "{}x", name: "adjusted") }
        configuration.services[0].settings.headers["X-Host"] = host
        return configuration
      },
      options: ClientOptions(environment: RequestEnvironment(clock: folder.clock, observers: [events]))
    )
    #expect(try await host(client) == "one.example")
    try folder.replace("a.json", with: Self.document("two"))
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
    try folder.replace("a.json", with: Self.document("wrong"))
    try await wait(for: .reloadRejected)
    #expect(events.events(of: .reloadRejected).first?.message?.contains("adjusted:1") == true)
    #expect(try await host(client) == "two.example")
  }

  @Test func `a file that is wrong leaves the old, warns once with every place, and the next good one is taken`()
    async throws
  {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try folder.write("{\"service\": \"s\",\n \"baseUrl\": \"http://h\",\n \"tiemouts\": {}, \"via\": 7}", to: "a.json")
    try await wait(for: .reloadRejected)
    let message = try #require(events.events(of: .reloadRejected).first?.message)
    #expect(message.contains("a.json:3:2"))
    #expect(message.contains("a.json:3:"))
    #expect(message.contains("timeouts"))
    #expect(message.contains("generation 1 stays"))
    #expect(try await host(client) == "one.example")
    try folder.write(Self.document("two"), to: "a.json")
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
    #expect(events.events(of: .reloadRejected).count == 1)
  }

  @Test func `a file that is gone leaves the old, and is taken when it is back`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try FileManager.default.removeItem(atPath: folder["a.json"])
    try await wait(for: .reloadRejected)
    #expect(try await host(client) == "one.example")
    try folder.write(Self.document("two"), to: "a.json")
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
  }

  @Test func `a change of a file that the document names is taken`() async throws {
    try folder.write("one\n", to: "host")
    try folder.write(Self.document("${file:host}"), to: "a.json")
    let client = try client()
    #expect(try await host(client) == "one.example")
    try folder.replace("host", with: "two\n")
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
    // A file that the document names only now is followed too.
    try folder.write("three", to: "other")
    try folder.write(Self.document("${file:other}"), to: "a.json")
    try await wait(for: .reloaded, count: 2)
    try folder.write("four", to: "other")
    try await wait(for: .reloaded, count: 3)
    #expect(try await host(client) == "four.example")
  }

  @Test func `a file that the document names and that was missing is taken when it comes`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try folder.write(Self.document("${file:host}"), to: "a.json")
    try await wait(for: .reloadRejected)
    try folder.write("two", to: "host")
    try await wait(for: .reloaded)
    #expect(try await host(client) == "two.example")
  }

  @Test func `a mistake that the document finds in a file of endpoints may be corrected there`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try folder.write(#"[{"url": "https://one.example"}]"#, to: "endpoints.json")
    let document = #"{"service": "s", "baseUrl": "http://s.example", "endpointsFile": "endpoints.json"}"#
    try folder.write(document, to: "a.json")
    try await wait(for: .reloadRejected)
    try folder.write(#"[{"url": "http://one.example"}]"#, to: "endpoints.json")
    try await wait(for: .reloaded)
    #expect(client.configuration.services.first?.endpointsFile != nil)
  }

  @Test func `a hundred saves are at most two generations`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    for number in 1...100 { try folder.write(Self.document("h\(number)"), to: "a.json") }
    try await wait(for: .reloaded)
    try folder.replace("a.json", with: Self.document("last"))
    try await folder.whileTimePasses { [events] in
      while events.events(of: .reloaded).last?.configuration != client.configuration.digest
        || client.configuration.services.first?.baseURL.origin.host != "last.example"
      {
        try await events.wait(for: .reloaded, count: events.events(of: .reloaded).count + 1)
      }
    }
    #expect(client.generation <= 3)
  }

  @Test func `a save that changes nothing is no generation`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try folder.replace("a.json", with: Self.document("one"))
    try folder.replace("a.json", with: Self.document("one"))
    try folder.replace("a.json", with: Self.document("two"))
    try await wait(for: .reloaded)
    #expect(client.generation == 2)
  }

  @Test func `SIGHUP reads the file again`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client(rereadsOnHangup: true)
    // The change causes the first rejection; the signal alone, without a change, causes the second.
    try folder.write("nonsense", to: "a.json")
    try await wait(for: .reloadRejected)
    kill(getpid(), SIGHUP)
    try await wait(for: .reloadRejected, count: 2)
    #expect(try await host(client) == "one.example")
  }

  @Test func `what was gone back from stays away until the file changes`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    try folder.write(Self.document("two"), to: "a.json")
    try await wait(for: .reloaded)
    #expect(client.rollback())
    #expect(try await host(client) == "one.example")
    try folder.write(Self.document("three"), to: "a.json")
    try await wait(for: .reloaded, count: 3)
    #expect(try await host(client) == "three.example")
  }

  @Test func `no call fails while files are swapped under load`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    let client = try client()
    let calls = Lock(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while !Task.isCancelled {
            let response = try await client.send(ResourceRequest("x", service: "s"))
            #expect(response.status == 200)
            calls.withLock { $0 += 1 }
            await Task.yield()
          }
        }
      }
      for number in 1...10 {
        try folder.replace("a.json", with: Self.document("h\(number)"))
        try await wait(for: .reloaded, count: number)
      }
      group.cancelAll()
      do { try await group.waitForAll() } catch is CancellationError {}
    }
    #expect(client.generation == 11)
    #expect(calls.withLock(\.self) > 0)
    #expect(events.events(of: .failed).isEmpty)
  }

  @Test func `a file that is wrong from the beginning makes no client`() throws {
    try folder.write("{", to: "a.json")
    #expect(throws: ConfigurationError.self) { try client() }
  }

  @Test func `a released client leaves no follower behind`() async throws {
    try folder.write(Self.document("one"), to: "a.json")
    var client: ResourceClient? = try client()
    weak let gone = client
    try await folder.clock.waitForSleepers(1)
    withExtendedLifetime(client) {}
    client = nil
    #expect(gone == nil)
    #expect(folder.clock.sleeperCount == 0)
  }
}
