// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which requests carry a service's credential, and where.
struct CredentialTests {
  private func sent(
    _ credential: ServiceCredential,
    to target: String = "x?a=1",
    service: String? = "s",
    headers: Headers = Headers()
  ) async throws -> ResolvedRequest {
    let stub = StubTransport { _, _ in .text("ok") }
    let service1 = BackendService(name: "s", baseURL: try ResourceURL("http://h.example/b"), credential: credential)
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service1]), transport: stub)
    var request = ResourceRequest(target, service: service)
    request.headers = headers
    _ = try await client.send(request)
    return try #require(stub.requests.first)
  }

  @Test func `each kind goes where it belongs`() async throws {
    #expect(
      try await sent(.basic(username: "ann", password: "pä55:x")).headers["Authorization"]
        == "Basic " + Data("ann:pä55:x".utf8).base64EncodedString()
    )
    #expect(
      try await sent(.apiKey("k3y", name: "apikey", policy: .basic)).headers["Authorization"]
        == "Basic " + Data("apikey:k3y".utf8).base64EncodedString()
    )
    #expect(try await sent(.apiKey("k3y", name: "X-Key", policy: .header)).headers["X-Key"] == "k3y")
    let usual = try await sent(.apiKey("k3y", name: "X-Key")).headers
    #expect(usual["X-Key"] == "k3y" && !usual.contains("Authorization"))
    let query = try await sent(.apiKey("k 3&y", name: "key", policy: .query))
    #expect(query.url.string == "http://h.example/b/x?a=1&key=k%203%26y")
    #expect(!query.headers.contains("Authorization"))
    #expect(try await sent(.bearer("t0k")).headers.values(for: "Authorization") == ["Bearer t0k"])
  }

  @Test func `what the caller sets wins`() async throws {
    let own = try await sent(.bearer("t"), headers: ["authorization": "Own x"])
    #expect(own.headers.values(for: "Authorization") == ["Own x"])
    let key = try await sent(.apiKey("k", name: "X-Key", policy: .header), headers: ["x-key": "own"])
    #expect(key.headers.values(for: "X-Key") == ["own"])
  }

  @Test func `an absolute URL gets none, even to the same origin`() async throws {
    let request = try await sent(.bearer("t"), to: "http://h.example/b/x", service: nil)
    #expect(!request.headers.contains("Authorization"))
  }

  @Test func `a middleware that leads to another origin takes none along`() async throws {
    struct Detour: Middleware {
      func send(
        _ request: ResolvedRequest,
        context: CallContext,
        next: Next
      ) async throws -> TransportResponse {
        var request = request
        request.url = try ResourceURL("http://other.example/")
        return try await next(request, context: context)
      }
    }
    let stub = StubTransport { _, _ in .text("ok") }
    let service = BackendService(name: "s", baseURL: try ResourceURL("http://h.example/b"), credential: .bearer("t"))
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [service]),
      transport: stub,
      options: ClientOptions(middleware: [Detour()])
    )
    _ = try await client.send(ResourceRequest("x", service: "s"))
    #expect(stub.requests.first?.headers.contains("Authorization") == false)
  }

  @Test func `a credential with a line end is refused and not shown`() async throws {
    let bad: [ServiceCredential] = [
      .bearer("s3cret\r\nX-Evil: 1"), .apiKey("s3cret\n", name: "X-Key", policy: .header),
      .apiKey("s3cret", name: "X-Key: 1\r\nX-Evil", policy: .header),
    ]
    for credential in bad {
      let error = await #expect(throws: ResourceError.self) { try await sent(credential) }
      #expect(error?.code == .invalidHeader)
      #expect(error?.mayHaveExecuted == false)
      #expect(!"\(try #require(error))".contains("s3cret"))
    }
  }

  @Test func `a user name with a colon is refused, unless the caller logs in otherwise`() async throws {
    let bad: [ServiceCredential] = [
      .basic(username: "ann:b", password: "s3cret"), .apiKey("s3cret", name: "k:n", policy: .basic),
    ]
    for credential in bad {
      let error = await #expect(throws: ResourceError.self) { try await sent(credential) }
      #expect(error?.code == .invalidHeader && error?.mayHaveExecuted == false)
      #expect(error?.message.contains("a user name with a colon") == true)
      #expect(!"\(try #require(error))".contains("s3cret"))
      let own = try await sent(credential, headers: ["Authorization": "Own x"])
      #expect(own.headers.values(for: "Authorization") == ["Own x"])
    }
  }

  @Test func `a field of the configuration or of a middleware cannot break the head`() async throws {
    for name in ["X-A", "Content-Length"] {
      let client = ResourceClient(
        configuration: ResourceConfiguration(
          defaults: ServiceSettings(headers: [name: name == "X-A" ? "1\r\nX-Evil: 1" : "5"])
        ),
        transport: StubTransport { _, _ in .text("ok") }
      )
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(ResourceRequest("http://h.example/"))
      }
      #expect(error?.code == .invalidHeader)
      #expect(error?.message.contains(name) == true)
    }
  }

  @Test func `secrets are in no description, dump or error`() async throws {
    let configuration = ResourceConfiguration(
      gateway: Gateway(serverURL: try ResourceURL("http://u:s3cret@g.example/mfp?token=s3cret")),
      defaults: ServiceSettings(headers: ["X-Api-Key": "s3cret", "Authorization": "Bearer s3cret", "X-Open": "seen"]),
      services: [
        BackendService(
          name: "s",
          baseURL: try ResourceURL("http://h.example/?apikey=s3cret"),
          credential: .basic(username: "u", password: "s3cret")
        ),
        BackendService(
          name: "k",
          baseURL: try ResourceURL("http://h.example/"),
          credential: .apiKey("s3cret", name: "n", policy: .query)
        ),
        BackendService(name: "b", baseURL: try ResourceURL("http://h.example/"), credential: .bearer("s3cret")),
      ]
    )
    let stub = StubTransport(script: [
      .fail(.connectFailed, phase: .connecting), .respond(.status(500, headers: ["Set-Cookie": "id=s3cret"])),
    ])
    let client = ResourceClient(configuration: configuration, transport: stub)
    var texts = ["\(client.configuration)", "\(client.configuration.services)"]
    var dumped = ""
    dump(client.configuration, to: &dumped)
    #expect(dumped.contains("seen"))
    for service in ["s", "k"] {
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(ResourceRequest("x?token=s3cret", service: service)).successful()
      }
      dump(error, to: &dumped)
      texts += ["\(try #require(error))", "\(String(describing: error))", "\(String(reflecting: error))"]
    }
    for text in texts + [dumped] { #expect(!text.contains("s3cret")) }
  }
}
