// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Reloading a client with another configuration.
struct ReloadTests {
  private static func configuration(_ resorts: String = "https://a.example", other: String = "http://o.example") throws
    -> ResourceConfiguration
  {
    try ResourceConfiguration(
      json: """
        {"backendServices": [
          {"service": "resorts", "baseUrl": "\(resorts)", "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token",
                      "clientId": "c", "clientSecret": "hunter2", "scope": "read"}},
          {"service": "other", "baseUrl": "\(other)"}]}
        """
    )
  }

  /// Issues and counts tokens; responds to other requests with their host.
  private static func stub(_ tokens: Lock<Int>) -> StubTransport {
    StubTransport { request, _ in
      guard request.url.origin.host == "id.example" else { return .text(request.url.origin.host) }
      tokens.withLock { $0 += 1 }
      return .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600])
    }
  }

  @Test func `calls made afterwards take the new configuration`() async throws {
    let client = ResourceClient(configuration: try Self.configuration(), transport: Self.stub(Lock(0)))
    #expect(client.generation == 1)
    #expect(try await client.send(ResourceRequest("x", service: "other")).text == "o.example")
    client.reload(try Self.configuration(other: "http://p.example"))
    #expect(client.generation == 2)
    #expect(try await client.send(ResourceRequest("x", service: "other")).text == "p.example")
    client.reload(.empty)
    let error = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("x", service: "other"))
    }
    #expect(error?.code == .unknownService)
  }

  @Test func `what observers were warned of once is not said again after a reload that leaves the service as it is`()
    async throws
  {
    let events = RecordedEvents()
    func configuration(_ other: String) throws -> ResourceConfiguration {
      try ResourceConfiguration(
        json: #"""
          {"backendServices": [{"service": "a", "baseUrl": "http://a.example", "concurrency": 2},
                               {"service": "b", "baseUrl": "\#(other)"}]}
          """#
      )
    }
    let client = ResourceClient(
      configuration: try configuration("http://b.example"),
      transport: StubTransport { _, _ in .text("") },
      options: ClientOptions(environment: RequestEnvironment(observer: events))
    )
    _ = try await client.send(ResourceRequest("x", service: "a"))
    client.reload(try configuration("http://c.example"))
    _ = try await client.send(ResourceRequest("x", service: "a"))
    #expect(client.generation == 2)
    #expect(events.events(of: .warning).count == 1)
  }

  @Test func `the same configuration again changes nothing`() throws {
    let client = ResourceClient(configuration: try Self.configuration(), transport: Self.stub(Lock(0)))
    client.reload(try Self.configuration())
    #expect(client.generation == 1)
  }

  @Test func `a service that stays what it was keeps its token, and one that changes does not`() async throws {
    let tokens = Lock(0)
    let client = ResourceClient(configuration: try Self.configuration(), transport: Self.stub(tokens))
    let request = ResourceRequest("x", service: "resorts")
    _ = try await client.send(request)
    client.reload(try Self.configuration(other: "http://p.example"))
    #expect(try await client.send(request).text == "a.example")
    #expect(tokens.withLock(\.self) == 1)
    client.reload(try Self.configuration("https://b.example"))
    #expect(try await client.send(request).text == "b.example")
    #expect(tokens.withLock(\.self) == 2)
  }

  @Test func `a call under way goes on with the configuration it began with, its redirects too`() async throws {
    let (asked, go) = (Gate(), Gate())
    let stub = StubTransport { request, _ in
      if request.url.path == "/first" {
        asked.open()
        try await go.wait()
        return .status(302, headers: ["Location": "/second"])
      }
      return .text(request.headers["X-Generation"] ?? "none")
    }
    func configuration(_ generation: String) throws -> ResourceConfiguration {
      try ResourceConfiguration(
        json: """
          {"backendServices": [
            {"service": "s", "baseUrl": "http://a.example", "headers": {"X-Generation": "\(generation)"}}]}
          """
      )
    }
    let client = ResourceClient(configuration: try configuration("old"), transport: stub)
    async let response = client.send(ResourceRequest("first", service: "s"))
    try await asked.wait()
    client.reload(try configuration("new"))
    #expect(try await client.send(ResourceRequest("third", service: "s")).text == "new")
    go.open()
    #expect(try await response.text == "old")
  }

  @Test func `reloads beside calls lose none of them`() async throws {
    let client = ResourceClient(configuration: try Self.configuration(), transport: Self.stub(Lock(0)))
    let configurations = [
      try Self.configuration(other: "http://p.example"), try Self.configuration(other: "http://q.example"),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            client.reload(configurations[number % 2])
            _ = try await client.send(ResourceRequest("x", service: "other")).successful()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(client.generation > 1)
  }

  @Test func `going back takes the configuration before, once`() async throws {
    let client = ResourceClient(configuration: try Self.configuration(), transport: Self.stub(Lock(0)))
    #expect(!client.rollback())
    client.reload(try Self.configuration(other: "http://p.example"))
    client.reload(try Self.configuration(other: "http://q.example"))
    #expect(client.rollback())
    #expect(try await client.send(ResourceRequest("x", service: "other")).text == "p.example")
    #expect(client.generation == 4)
    #expect(!client.rollback())
    #expect(client.generation == 4)
  }

  @Test func `observers are told of generation and digest, and calls say which generation they see`() async throws {
    let events = RecordedEvents()
    let options = ClientOptions(environment: RequestEnvironment(observers: [events]))
    let client = ResourceClient(configuration: .empty, transport: Self.stub(Lock(0)), options: options)
    let configuration = try Self.configuration()
    client.reload(configuration)
    let taken = try #require(events.events(of: .reloaded).first)
    #expect(taken.id == 0)
    #expect(taken.generation == 2)
    #expect(taken.configuration == configuration.digest)
    _ = try await client.send(ResourceRequest("x", service: "resorts"))
    #expect(events.events.dropFirst().map(\.generation).allSatisfy { $0 == 2 })
    #expect(events.events.contains { $0.servedCall != nil })
  }

  @Test func `a digest tells settings apart, and neither spellings nor secrets`() throws {
    let one = try ResourceConfiguration(json: #"{"service": "a", "baseUrl": "http://h", "timeouts": {"total": "1s"}}"#)
    let same = try ResourceConfiguration(
      json: #"{"timeouts": {"total": "1000ms"}, "baseUrl": "http://h", "service": "a"}"#
    )
    let other = try ResourceConfiguration(
      json: #"{"service": "a", "baseUrl": "http://h", "timeouts": {"total": "2s"}}"#
    )
    #expect(one.digest == same.digest)
    #expect(one.digest != other.digest)
    #expect(one.digest.utf8.count == 12)
    func secret(_ text: String) throws -> String {
      try ResourceConfiguration(
        json: #"{"service": "a", "baseUrl": "http://h", "auth": {"type": "bearer", "token": "\#(text)"}}"#
      ).digest
    }
    #expect(try secret("hunter2") == secret("s3cret"))
  }

  @Test func `a digest stays the same whatever other configurations of the process call secret`() throws {
    func configuration(_ keys: String = "") throws -> ResourceConfiguration {
      try ResourceConfiguration(
        json: #"{"service": "a", "baseUrl": "http://h", "headers": {"X-Digest-Crew": "blue"}\#(keys)}"#
      )
    }
    let one = try configuration()
    let digest = one.digest
    let other = try ResourceConfiguration(
      json: #"{"redact": ["X-Digest-Crew"], "backendServices": [{"service": "b", "baseUrl": "http://h"}]}"#
    )
    #expect(other.redact == ["X-Digest-Crew"] && SensitiveNames.contains("x-digest-crew"))
    #expect(one.digest == digest)
    #expect(try configuration().digest == digest)
    // What is shown goes by all of them.
    #expect(!one.redactedJSON().text().contains("blue"))
  }
}
