// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct ResourceRequestTests {
  @Test func `one initializer takes path parameters, query, headers and body`() throws {
    let request = ResourceRequest(
      "users/{id}",
      method: .put,
      service: "people",
      pathParameters: ["id": 7],
      query: ["notify": true],
      headers: ["Accept-Language": "de"],
      body: .json(["name": "Ann"]),
      timeout: .seconds(3)
    )
    var other = ResourceRequest("users/{id}", method: .put, service: "people", timeout: .seconds(3))
    other.pathParameters = ["id": 7]
    other.query.set("notify", to: true)
    other.headers["Accept-Language"] = "de"
    other.body = .json(["name": "Ann"])
    #expect(request == other)
    let routed = try Routed(.at("people", "http://h.example/")).router.route(request).request
    #expect(routed.url.string == "http://h.example/users/7?notify=true")
    #expect(routed.headers["Accept-Language"] == "de")
    #expect(routed.headers["Content-Type"] == "application/json")
  }

  @Test func `a URL of Foundation's goes there and back`() throws {
    let url = try #require(URL(string: "https://h.example:8443/a%2Fb?q=%20#f"))
    let ours = try ResourceURL(url)
    #expect(ours.string == "https://h.example:8443/a%2Fb?q=%20#f")
    #expect(URL(ours) == url)
    let base = try #require(URL(string: "https://h.example/a/"))
    #expect(try ResourceURL(try #require(URL(string: "b?c", relativeTo: base))).string == "https://h.example/a/b?c")
    #expect(throws: ResourceURL.Invalid.self) { try ResourceURL(URL(filePath: "/etc/hosts")) }
  }

  @Test func `a request for a URL of Foundation's expands nothing`() throws {
    let url = try #require(URL(string: "https://h.example/a?x=1"))
    let request = ResourceRequest(url, method: .post, query: ["q": "{x}"], headers: ["A": "b"], body: .string("c"))
    let routed = try Routed().router.route(request).request
    #expect(routed.url.string == "https://h.example/a?x=1&q=%7Bx%7D")
    #expect(routed.method == .post && routed.headers["A"] == "b" && routed.body?.length == 1)
    let braces = try #require(URL(string: "https://h.example/a%7Bid%7D"))
    #expect(try Routed().router.route(ResourceRequest(braces)).request.url.path == "/a%7Bid%7D")
    #expect(try Routed().error(URL(filePath: "/etc/hosts").absoluteString)?.code == .invalidURL)
    for text in ["adapters/Admin/x", "/x", "//h.example/x", "?x"] {
      let relative = ResourceRequest(try #require(URL(string: text)))
      #expect(try Routed().error(relative.target)?.code == .invalidURL, "\(text)")
    }
  }
}
