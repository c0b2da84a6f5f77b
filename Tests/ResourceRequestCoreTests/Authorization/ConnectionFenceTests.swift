// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A service's connection options, such as its certificate, and its header fields apply to its own origin only.
@Suite struct `The fence of connections` {
  static let own = ConnectionOptions(tls: TLSOptions(certificate: "client.pem"))

  static func options(
    tokenURL: String,
    _ request: ResourceRequest = ResourceRequest("x", service: "a"),
    location: String? = nil
  ) async throws -> [String: ConnectionOptions] {
    let transport = StubTransport { request, _ in
      if request.url.path == "/token" { return .text(#"{"access_token":"t","expires_in":60}"#) }
      guard request.url.path == "/x", let location else { return .text("") }
      return TransportResponse(status: 302, headers: ["Location": location])
    }
    let credentials = ClientCredentials(
      tokenURL: try ResourceURL(tokenURL),
      clientID: "id",
      clientSecret: "hunter2"
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [
        BackendService(
          name: "a",
          baseURL: try ResourceURL("https://a.example"),
          credential: .oauth2(credentials),
          settings: ServiceSettings(headers: ["X-Key": "hunter2"], connection: own)
        )
      ]),
      transport: transport
    )
    _ = try await client.send(request)
    for request in transport.requests where request.url.origin != (try Origin("https://a.example")) {
      #expect(request.headers["X-Key"] == nil)
      #expect(request.service == nil)
    }
    return Dictionary(transport.requests.map { ($0.url.string, $0.options.connection) }) { _, last in last }
  }

  @Test func `a token endpoint elsewhere does not see the service's certificate or headers`() async throws {
    let seen = try await Self.options(tokenURL: "https://issuer.example/token")
    #expect(seen == ["https://issuer.example/token": ConnectionOptions(), "https://a.example/x": Self.own])
  }

  @Test func `one with the service does`() async throws {
    let seen = try await Self.options(tokenURL: "https://a.example/token")
    #expect(seen == ["https://a.example/token": Self.own, "https://a.example/x": Self.own])
  }

  @Test func `a redirect to elsewhere leaves it behind, and so does an absolute URL`() async throws {
    let redirected = try await Self.options(
      tokenURL: "https://a.example/token",
      location: "https://b.example/y"
    )
    #expect(redirected["https://b.example/y"] == ConnectionOptions())
    let absolute = try await Self.options(
      tokenURL: "https://a.example/token",
      ResourceRequest("https://a.example:8443/z")
    )
    #expect(absolute == ["https://a.example:8443/z": ConnectionOptions()])
  }
}
