// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestStreaming
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

struct FollowedReferenceTests {
  private static let document = #"""
    {"service": "orders", "baseUrl": "https://h.example/v1", "auth": {"type": "bearer", "token": "hush"}}
    """#

  private func sent(following location: String) async throws -> ResolvedRequest? {
    let stub = StubTransport { request, _ in
      request.method == .post ? .status(201, headers: ["Location": location]) : .status(200)
    }
    let client = ResourceClient(configuration: try ResourceConfiguration(json: Self.document), transport: stub)
    var request = ResourceRequest("orders", method: .post, service: "orders", body: .string("one"))
    request.headers["If-None-Match"] = "*"
    request.headers["X-Tenant"] = "t"
    request.idempotencyKey = "k"
    let created = try await client.send(request)
    _ = try await client.follow(created.headers["Location"] ?? "", of: created, to: request)
    return stub.requests.count == 2 ? stub.requests.last : nil
  }

  @Test(arguments: ["/v1/orders/7", "orders/7", "https://h.example/v1/orders/7", "//h.example/v1/orders/7#part"])
  func `what a response refers to is requested for the service that sent it`(location: String) async throws {
    let request = try #require(try await sent(following: location))
    #expect(request.url.string == "https://h.example/v1/orders/7")
    #expect(request.method == .get && request.body == nil && request.service == "orders")
    #expect(request.headers["Authorization"] == "Bearer hush" && request.headers["X-Tenant"] == "t")
    #expect(request.headers["If-None-Match"] == nil && request.headers["Content-Type"] == nil)
    #expect(request.overrides?.idempotencyKey == nil)
  }

  @Test(arguments: ["https://o.example/v1/orders/7", "http://h.example/v1/orders/7", "https://ann:pw@o.example/x"])
  func `at another origin it is requested without credentials`(location: String) async throws {
    let request = try #require(try await sent(following: location))
    #expect(request.service == nil)
    #expect(request.headers["Authorization"] == nil && request.headers["X-Tenant"] == nil)
  }

  @Test func `what another origin chose is requested without credentials, also where it leads back`() async throws {
    let stub = StubTransport { request, _ in
      switch request.url.string {
      case "https://h.example/v1/orders": .status(201, headers: ["Location": "https://o.example/x"])
      case "https://o.example/x": .status(200, headers: ["Location": "https://h.example/v1/orders/7"])
      default: .status(200, headers: ["Location": "/v1/admin"])
      }
    }
    let client = ResourceClient(configuration: try ResourceConfiguration(json: Self.document), transport: stub)
    let request = ResourceRequest("orders", method: .post, service: "orders", body: .string("one"))
    var response = try await client.send(request)
    for _ in 0..<3 { response = try await client.follow(response.headers["Location"] ?? "", of: response, to: request) }
    #expect(response.url.string == "https://h.example/v1/admin")
    #expect(stub.requests.map { $0.headers["Authorization"] != nil } == [true, false, false, false])
  }

  @Test func `what is no URL is an error`() async throws {
    let error = await #expect(throws: ResourceError.self) { try await sent(following: "http://") }
    #expect(error?.code == .invalidURL)
  }
}
