// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A token survives every change of its service except of what it depends on.
struct ReloadCredentialsTests {
  private static func configuration(
    baseURL: String = "https://a.example/v1",
    secret: String = "hunter2",
    scope: String = "read",
    _ keys: String = ""
  ) throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: """
        {"backendServices": [
          {"service": "s", "baseUrl": "\(baseURL)", "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token",
            "clientId": "c", "clientSecret": "\(secret)", "scope": "\(scope)"}\(keys)}]}
        """
    )
  }

  /// Sends, reloads and sends again; returns the number of tokens that were fetched.
  private func tokens(after change: ResourceConfiguration) async throws -> Int {
    let stub = StubTransport { request, _ in
      guard request.url.origin.host == "id.example" else { return .text("ok") }
      return .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600])
    }
    let client = ResourceClient(configuration: try Self.configuration(), transport: stub)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    client.reload(change)
    #expect(client.generation == 2)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let carried = stub.requests.filter { $0.url.origin.host == "a.example" }.map { $0.headers["Authorization"] }
    #expect(carried.allSatisfy { $0 == "Bearer issued-token" })
    return stub.requests.count { $0.url.origin.host == "id.example" }
  }

  @Test(arguments: [
    #", "headers": {"X-A": "1"}"#, #", "timeouts": {"read": "5s", "total": "9s"}"#, #", "retry": {"attempts": 2}"#,
    #", "maxConnections": 3"#, #", "redirects": "refuse""#, #", "cache": true"#,
  ])
  func `a change that does not touch the credentials keeps the token`(keys: String) async throws {
    #expect(try await tokens(after: Self.configuration(keys)) == 1)
  }

  @Test func `so does another path below the same origin`() async throws {
    #expect(try await tokens(after: Self.configuration(baseURL: "https://a.example/v2")) == 1)
  }

  @Test func `another secret, scope, origin or certificate takes another token`() async throws {
    #expect(try await tokens(after: Self.configuration(secret: "other")) == 2)
    #expect(try await tokens(after: Self.configuration(scope: "write")) == 2)
    #expect(try await tokens(after: Self.configuration(baseURL: "https://b.example/v1")) == 2)
    #expect(try await tokens(after: Self.configuration(#", "tls": {"minimumVersion": "1.3"}"#)) == 2)
  }

  /// The requests for a token: one by each configuration.
  private func fetches(by configurations: [ResourceConfiguration]) async throws -> [ResolvedRequest] {
    let stub = StubTransport { request, _ in
      guard request.url.path == "/token" else { return .text("ok") }
      return .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600])
    }
    let client = ResourceClient(configuration: .empty, transport: stub)
    for configuration in configurations {
      client.reload(configuration)
      client.authorization.clearToken(service: "s")
      _ = try await client.send(ResourceRequest("x", service: "s"))
    }
    return stub.requests.filter { $0.url.path == "/token" }
  }

  @Test func `the next token is fetched as the new configuration says`() async throws {
    let configurations = try ["5s", "6s"].map { read in
      try ResourceConfiguration(
        json: """
          {"backendServices": [
            {"service": "s", "baseUrl": "https://a.example", "timeouts": {"read": "\(read)"}, "auth": {"type": "oauth2",
              "tokenUrl": "https://a.example/token", "clientId": "c", "clientSecret": "hunter2", "scope": "read"}}]}
          """
      )
    }
    #expect(try await fetches(by: configurations).map(\.options.readTimeout) == [.seconds(5), .seconds(6)])
  }

  @Test func `a token from elsewhere is fetched as the new defaults say, by a service that has not changed`()
    async throws
  {
    let configurations = try ["one", "two"].map { proxy in
      try ResourceConfiguration(
        json: """
          {"defaults": {"proxy": {"url": "http://\(proxy).example:3128"}},
           "backendServices": [{"service": "s", "baseUrl": "https://a.example", "proxy": "none", "auth": {"type": "oauth2",
             "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hunter2", "scope": "read"}}]}
          """
      )
    }
    let proxies = try await fetches(by: configurations).map { $0.connectionPlan?.proxy?.host }
    #expect(proxies == ["one.example", "two.example"])
  }
}
