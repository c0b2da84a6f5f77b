// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct ResolvedRequestEndpointTests {
  private func request() throws -> ResolvedRequest {
    var request = ResolvedRequest(url: try ResourceURL("https://api.example/a"))
    request.endpoint = try Endpoint("10.0.0.7:8443")
    return request
  }

  @Test func `another path of the same origin keeps the endpoint`() throws {
    var request = try request()
    request.url = try ResourceURL("https://API.example:443/b?c")
    #expect(request.endpoint?.description == "10.0.0.7:8443")
  }

  @Test(arguments: ["https://other.example/a", "http://api.example/a", "https://api.example:444/a"])
  func `another origin removes the endpoint`(url: String) throws {
    var request = try request()
    request.url = try ResourceURL(url)
    #expect(request.endpoint == nil)
    #expect(request.url == (try ResourceURL(url)))
  }

  @Test func `requests to different endpoints are different`() throws {
    let (one, same) = (try request(), try request())
    var other = one
    other.endpoint = try Endpoint("10.0.0.8:8443")
    #expect(one == same)
    #expect(one != other)
    other.endpoint = nil
    #expect(one != other)
  }
}
