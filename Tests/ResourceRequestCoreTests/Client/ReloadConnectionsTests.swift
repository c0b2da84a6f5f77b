// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which connections a transport is told to close after a reload.
struct ReloadConnectionsTests {
  /// Records the lifetime of each service's last request, and the lifetimes that have ended.
  private final class Notes: Sendable {
    let used = Lock<[String: DestinationLifetime]>([:])
    let ended = Lock<[DestinationLifetime]>([])

    /// The services whose last request was sent under a lifetime that has ended.
    var endedServices: Set<String> {
      let ended = ended.withLock(\.self)
      return Set(used.withLock(\.self).filter { lifetime in ended.contains { $0 === lifetime.value } }.keys)
    }
  }

  private struct Noting: Transport {
    let notes: Notes
    let capabilities: TransportCapabilities

    init(_ notes: Notes) {
      self.notes = notes
      var capabilities = TransportCapabilities()
      capabilities.lifetimesEnded = { [notes] lifetimes in notes.ended.withLock { $0 += lifetimes } }
      self.capabilities = capabilities
    }

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      notes.used.withLock { $0[request.service ?? request.url.origin.host] = request.options.lifetime }
      let isBad = request.url.origin.host == "bad.example"
      return request.url.path == "/token"
        ? TransportResponse(
          status: 200,
          headers: ["Content-Type": "application/json"],
          body: IncomingBody(Data(#"{"access_token": "t", "token_type": "Bearer"}"#.utf8))
        ) : TransportResponse(status: isBad ? 503 : 200)
    }
  }

  private struct Decorated: TransportDecorator {
    let transport: any Transport
  }

  private let notes = Notes()

  private static func configuration(
    _ first: String = #""baseUrl": "https://a.example""#,
    more: String = ""
  ) throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json:
        #"{"backendServices": [{"service": "a", \#(first)}, {"service": "b", "baseUrl": "https://b.example"}]\#(more)}"#
    )
  }

  private func client(_ configuration: ResourceConfiguration) -> ResourceClient {
    // With these bits, every call is made by the configuration on trial.
    let environment = RequestEnvironment(randomBits: { 0 })
    return ResourceClient(
      configuration: configuration,
      transport: Decorated(transport: Noting(notes)),
      options: ClientOptions(environment: environment)
    )
  }

  private func call(_ services: String..., by client: ResourceClient) async throws {
    for service in services { _ = try await client.send(ResourceRequest("x", service: service)) }
  }

  @Test(arguments: [
    #""baseUrl": "https://c.example""#,
    #""baseUrl": "https://a.example", "proxy": {"url": "http://proxy.example:3128"}"#,
    #""baseUrl": "https://a.example", "tls": {"minimumVersion": "1.3"}"#,
  ])
  func `of a service that changed they end, and of the others they do not`(_ changed: String) async throws {
    let client = client(try Self.configuration())
    try await call("a", "b", by: client)
    client.reload(try Self.configuration(changed))
    #expect(notes.endedServices == ["a"])
    try await call("a", "b", by: client)
    #expect(notes.endedServices == [])
    #expect(notes.ended.withLock(\.count) == 1)
  }

  @Test func `of a service that is gone they end, and of all whose defaults changed`() async throws {
    let client = client(try Self.configuration())
    try await call("a", "b", by: client)
    _ = try await client.send(ResourceRequest("https://elsewhere.example/"))
    client.reload(
      try ResourceConfiguration(json: #"{"backendServices": [{"service": "b", "baseUrl": "https://b.example"}]}"#)
    )
    #expect(notes.endedServices == ["a"])
    client.reload(
      try ResourceConfiguration(
        json: #"""
          {"defaults": {"tls": {"minimumVersion": "1.3"}},
           "backendServices": [{"service": "b", "baseUrl": "https://b.example"}]}
          """#
      )
    )
    #expect(notes.endedServices == ["a", "b", "elsewhere.example"])
  }

  @Test func `a service keeps its own through reloads that leave it as it is, and loses them at the one that does not`()
    async throws
  {
    let client = client(try Self.configuration())
    try await call("a", by: client)
    for number in 1...3 {
      client.reload(try Self.configuration(more: #", "defaults": {"headers": {"X-N": "\#(number)"}}"#))
    }
    // A change of the defaults is a change of every service.
    #expect(notes.endedServices == ["a"])
    try await call("a", by: client)
    let lifetime = notes.used.withLock { $0["a"] }
    for host in ["c", "d", "e"] {
      let other = #"{"service": "\#(host)", "baseUrl": "https://\#(host).example"}"#
      let own = #"{"service": "a", "baseUrl": "https://a.example"}"#
      client.reload(
        try ResourceConfiguration(
          json: #"{"defaults": {"headers": {"X-N": "3"}}, "backendServices": [\#(own), \#(other)]}"#
        )
      )
      try await call("a", by: client)
      #expect(notes.used.withLock { $0["a"] } === lifetime)
    }
    #expect(notes.endedServices == [])
    client.reload(.empty)
    #expect(notes.endedServices == ["a"])
  }

  @Test func `requests for tokens have the lifetime of who they are for, or of all that is elsewhere`() async throws {
    let oauth = #"""
      "baseUrl": "https://a.example", "auth": {"type": "oauth2", "tokenUrl": "https://a.example/token",
                                               "clientId": "c", "clientSecret": "s"}
      """#
    let client = client(try Self.configuration(oauth))
    try await call("a", by: client)
    let used = notes.used.withLock(\.self)
    #expect(used["a"] != nil && used["a.example"] === used["a"], "\(used.keys)")
  }

  @Test func `a configuration that is tried ends none before it is decided about`() async throws {
    let client = client(try Self.configuration())
    try await call("a", "b", by: client)
    let rollout = #", "rollout": {"percent": 99, "watch": "1h"}"#
    client.reload(try Self.configuration(#""baseUrl": "https://c.example""#, more: rollout))
    #expect(notes.ended.withLock(\.isEmpty))
    let old = notes.used.withLock { $0["a"] }
    try await call("a", "b", by: client)
    let tried = notes.used.withLock { $0["a"] }
    #expect(tried !== old)
    // A rollback ends the trial's own lifetimes; those shared with the configuration before stay.
    client.rollback()
    #expect(notes.endedServices == ["a"])
    #expect(!notes.ended.withLock { $0.contains { $0 === old } })
  }

  @Test func `a configuration that is tried and taken ends those of the one before`() async throws {
    let client = client(try Self.configuration())
    try await call("a", "b", by: client)
    let rollout = #", "rollout": {"percent": 99, "watch": "1h"}"#
    client.reload(try Self.configuration(#""baseUrl": "https://c.example""#, more: rollout))
    let trial = try #require(client.assembly.trial)
    #expect(client.end(trial, isTaken: true, "the test says so"))
    #expect(notes.endedServices == ["a"])
    try await call("a", "b", by: client)
    #expect(notes.endedServices == [])
  }
}
