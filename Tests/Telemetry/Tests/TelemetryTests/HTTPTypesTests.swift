// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import HTTPTypes
import ResourceRequestCore
import ResourceRequestHTTPTypes
import ResourceRequestTesting
import Testing

/// The trait `HTTPTypes`: requests and responses as values of swift-http-types, which servers use.
struct HTTPTypesTests {
  private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  private func received() throws -> HTTPRequest {
    HTTPRequest(
      method: .post,
      scheme: "https",
      authority: "front.example",
      path: "/a/{b}?c=%20",
      headerFields: [
        .contentType: "text/plain", .contentLength: "3", .connection: "close, X-Hop", try name("Host"): "front.example",
        try name("X-Hop"): "1", try name("X-Own"): "2", .accept: "a", .accept: "b",
      ]
    )
  }

  @Test func `a request that a server received is asked of a service, without the fields of its connection`()
    async throws
  {
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices": [{"service": "s", "baseUrl": "http://back.example/base"}]}"#
      ),
      transport: StubTransport { request, _ in
        .text(request.url.string, headers: ["X-Fields": request.headers.map(\.name).sorted().joined(separator: " ")])
      }
    )
    let request = try #require(try ResourceRequest(received(), service: "s", body: .string("abc")))
    #expect(request.method == .post && request.headers["X-Own"] == "2" && request.headers["X-Hop"] == nil)
    #expect(request.headers.values(for: "Accept") == ["a", "b"])
    let response = try await client.send(request)
    #expect(response.text == "http://back.example/base/a/%7Bb%7D?c=%20")
    let answer = try #require(HTTPResponse(response))
    #expect(try answer.status == .ok && answer.headerFields[name("X-Fields")]?.contains("X-Own") == true)
    #expect(answer.headerFields[.contentLength] == nil)
  }

  @Test(arguments: [true, false])
  func `a body that is passed on as it came keeps its coding`(decodes: Bool) async throws {
    let client = ResourceClient(
      transport: StubTransport { _, _ in .text("coded", headers: ["Content-Encoding": "gzip"]) }
    )
    var request = ResourceRequest("http://back.example/")
    request.decodesContent = decodes
    let whole = try #require(HTTPResponse(try await client.send(request)))
    let stream = try #require(HTTPResponse(try await client.stream(request).head))
    for answer in [whole, stream] { #expect(answer.headerFields[.contentEncoding] == (decodes ? nil : "gzip")) }
  }

  @Test func `without a service scheme and authority make the URL, and CONNECT is no request for a resource`() throws {
    #expect(try ResourceRequest(received())?.target == "https://front.example/a/%7Bb%7D?c=%20")
    #expect(ResourceRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/x"))?.target == "/x")
    #expect(ResourceRequest(HTTPRequest(method: .connect, scheme: nil, authority: "h:443", path: nil)) == nil)
  }

  @Test func `what a client would send has the form of HTTPTypes`() throws {
    let client = ResourceClient(transport: StubTransport { _, _ in .text("") })
    var request = ResourceRequest("https://h.example:8443/a?b", method: try #require(RequestMethod("PROPFIND")))
    request.headers = ["Depth": "1"]
    let made = try #require(HTTPRequest(try client.resolve(request)))
    #expect(made.method.rawValue == "PROPFIND" && made.scheme == "https" && made.authority == "h.example:8443")
    #expect(try made.path == "/a?b" && made.headerFields[name("Depth")] == "1")
  }

  @Test func `methods, statuses and fields go there and back`() {
    for method in [RequestMethod.get, .head, .post, .put, .delete, .options, .trace, .patch] {
      #expect(HTTPRequest.Method(method).flatMap { RequestMethod($0) } == method)
    }
    #expect(HTTPResponse.Status(ResourceRequestCore.Status(404)) == .notFound)
    #expect(HTTPResponse.Status(ResourceRequestCore.Status(7)) == nil)
    #expect(ResourceRequestCore.Status(.notFound) == 404)
    let headers: Headers = ["A": "1", "a": "2", "Set-Cookie": "x", "bad name": "y"]
    #expect(Headers(HTTPFields(headers)).map(\.value) == ["1", "2", "x"])
  }

  @Test func `cookies are one field, where the first is`() throws {
    let fields: HTTPFields = [.cookie: "a=1", .accept: "b", .cookie: "c=2"]
    let headers = Headers(fields)
    #expect(headers.map(\.name) == ["Cookie", "Accept"] && headers["Cookie"] == "a=1; c=2")
  }

  @Test(arguments: ["", ".evil.example/", "@evil.example/", "http://x/", "*"])
  func `a path that would go on with the host is none`(_ path: String) throws {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "allowed.example", path: path)
    #expect(ResourceRequest(request) == nil)
  }

  @Test(arguments: ["http://evil.example/x", "evil.example/x", "*"])
  func `a target that is no path is none of a service either, nor without an authority`(_ path: String) throws {
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
    #expect(ResourceRequest(request) == nil)
    #expect(ResourceRequest(request, service: "s") == nil)
    #expect(ResourceRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: ""), service: "s") != nil)
  }
}
