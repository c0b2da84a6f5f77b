// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

struct CookieMiddlewareTests {
  @Test func `a request without credentials brings no cookies, and those of its answer are not kept`() async throws {
    let stub = StubTransport { request, _ in
      TransportResponse(status: 200, headers: ["Set-Cookie": "n=\(request.url.path.utf8.count)"])
    }
    let client = ResourceClient(transport: stub, options: ClientOptions(cookies: .inMemory))
    _ = try await client.send(ResourceRequest("http://a.example/"))
    var request = ResourceRequest("http://a.example/longer")
    request.usesCredentials = false
    _ = try await client.send(request)
    #expect(stub.requests.last?.headers["Cookie"] == nil)
    request.headers["Cookie"] = "own=1"
    _ = try await client.send(request)
    #expect(stub.requests.last?.headers["Cookie"] == "own=1")
    _ = try await client.send(ResourceRequest("http://a.example/"))
    #expect(stub.requests.last?.headers["Cookie"] == "n=1")
  }
}
