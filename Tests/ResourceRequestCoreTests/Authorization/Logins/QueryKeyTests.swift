// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// An API key in the query, with servers that repeat it in their redirects.
struct QueryKeyTests {
  @Test(arguments: ["/y?k=s3cr3t", "/y?a=1&k=s3cr3t&b=2", "/y?%6B=other&k=s3cr3t", "/y", "/y?K=1#k=s3cr3t"])
  func `a key that a redirect brings along is sent once, and shown nowhere`(location: String) async throws {
    let stub = StubTransport { request, _ in
      TransportResponse(
        status: request.url.path == "/x" ? 302 : 200,
        headers: request.url.path == "/x" ? ["Location": location] : [:]
      )
    }
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [
        try .at("s", "http://a.example/", credential: .apiKey("s3cr3t", name: "k", policy: .query))
      ]),
      transport: stub
    )
    let response = try await client.send(ResourceRequest("x?a=0", service: "s"))
    #expect(stub.requests.map { $0.url.query ?? "" }.first == "a=0&k=s3cr3t")
    let query = try #require(stub.requests.last?.url.query)
    let items = FormCodec.parse(query)
    #expect(items.filter { $0.name == "k" }.map(\.value) == ["s3cr3t"])
    #expect(items.filter { ["a", "b", "K"].contains($0.name) }.count == items.count - 1)
    for said in ["\(response.url)", "\(response.redirects)", "\(stub.requests)", "\(stub.requests[0].url)"] {
      #expect(!said.contains("s3cr3t"))
    }
  }
}
