// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A host with a trailing dot is another host (RFC 6454 §5): what belongs to one does not go to the other.
struct OriginHostTests {
  @Test func `a trailing dot makes another origin, which says so`() throws {
    let (plain, dotted) = (try Origin("https://a.example"), try Origin("https://A.example.:443/x"))
    #expect(plain != dotted)
    #expect(dotted.host == "a.example" && dotted.isFullyQualified && !plain.isFullyQualified)
    #expect("\(dotted)" == "https://a.example." && "\(plain)" == "https://a.example")
    #expect(try Origin("\(dotted)") == dotted)
    #expect(try "\(Origin("http://a.example.:8080"))" == "http://a.example.:8080")
    #expect(try ResourceURL("https://a.example./x").string == "https://a.example./x")
  }

  @Test(arguments: ["https://s.example./x", "https://s.example/x"])
  func `a service's credentials go to its own spelling only`(url: String) async throws {
    let service = BackendService(name: "s", baseURL: try ResourceURL("https://s.example"), credential: .bearer("t0k"))
    let moved = StubTransport { request, _ in
      request.url.path == "/go" ? .status(302, headers: ["Location": url]) : .text("ok")
    }
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service]), transport: moved)
    _ = try await client.send(ResourceRequest("go", service: "s"))
    let sent = moved.requests.map { $0.headers["Authorization"] }
    #expect(sent == ["Bearer t0k", url.contains("./") ? nil : "Bearer t0k"])
  }
}
