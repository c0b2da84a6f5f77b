// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is interpolated into the target of a request.
struct RequestTargetTests {
  /// The URL that a request is sent to; relative targets are below `http://h.example/api`.
  private static func url(_ request: ResourceRequest) async throws -> String {
    let json = #"{"backendServices": [{"service": "s", "baseUrl": "http://h.example/api"}]}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport { request, _ in .text(request.url.string) }
    )
    var request = request
    if !request.target.hasPrefix("http") { request.service = "s" }
    return try await client.send(request).text
  }

  private struct Order: CustomStringConvertible { let description: String }

  @Test func `a value in the path is one segment, or part of one`() async throws {
    let (id, name) = (7, "a/b c?d#e%2F")
    #expect(
      try await Self.url(ResourceRequest("users/\(id)/files/\(name)"))
        == "http://h.example/api/users/7/files/a%2Fb%20c%3Fd%23e%252F"
    )
    #expect(try await Self.url(ResourceRequest("\(name)-\(id).txt")).hasSuffix("/api/a%2Fb%20c%3Fd%23e%252F-7.txt"))
    #expect(try await Self.url(ResourceRequest("o/\(Order(description: "x/y"))")).hasSuffix("/o/x%2Fy"))
    let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(try await Self.url(ResourceRequest("o/\(identifier)")).hasSuffix("/o/E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(try await Self.url(ResourceRequest("o/\("{x}")")).hasSuffix("/o/%7Bx%7D"))
  }

  @Test func `a value in the query is one value`() async throws {
    #expect(
      try await Self.url(ResourceRequest("search?q=\("a&b=c d")&n=\(2)"))
        == "http://h.example/api/search?q=a%26b%3Dc%20d&n=2"
    )
  }

  @Test func `a value that is nil is told as one that is interpolated`() async throws {
    let none = Int?.none.parameterValue
    let error = await #expect(throws: ResourceError.self) { try await Self.url(ResourceRequest("users/\(none)/files")) }
    #expect(error?.code == .invalidPathParameter)
    #expect(error?.message == "a value that is interpolated into the target is nil")
  }

  @Test func `an optional of any type is what it has, or nil`() async throws {
    // In place, the compiler warns of an optional; here it does not know of one.
    func within<Value>(_ value: Value) -> ResourceRequest { ResourceRequest("o/\(value)/x?of=\(value)") }
    func below<Value>(_ value: Value) -> ResourceRequest { ResourceRequest("\(value)/w") }
    let (order, url): (Order?, ResourceURL?) = (Order(description: "a/b"), try ResourceURL("http://u:p@h.example/z"))
    #expect(try await Self.url(within(order)) == "http://h.example/api/o/a%2Fb/x?of=a%2Fb")
    #expect(try await Self.url(within(Optional(order))) == "http://h.example/api/o/a%2Fb/x?of=a%2Fb")
    #expect(try await Self.url(within(Optional(7))) == "http://h.example/api/o/7/x?of=7")
    #expect(try await Self.url(below(url)) == "http://h.example/z/w")
    let (none, inner): (Order?, Order??) = (nil, .some(nil))
    for request in [within(none), within(inner)] {
      let error = await #expect(throws: ResourceError.self) { try await Self.url(request) }
      #expect(error?.code == .invalidPathParameter)
      #expect(error?.message == "a value that is interpolated into the target is nil")
    }
  }

  @Test(arguments: ["..", ".", "", "..;a", "../.."])
  func `a value that would change the path is refused`(_ value: String) async throws {
    let error = await #expect(throws: ResourceError.self) {
      try await Self.url(ResourceRequest("users/\(value)/files"))
    }
    #expect(error?.code == .invalidPathParameter)
  }

  @Test func `a path of a value goes on with another one, and is no template`() async throws {
    let (prefix, id) = ("/v1/users/", 7)
    #expect(
      try await Self.url(ResourceRequest("http://h.example\(prefix)\(id)/x.json"))
        == "http://h.example/v1/users/7/x.json"
    )
    #expect(
      try await Self.url(ResourceRequest("http://h.example\(prefix)\(raw: "a/b").json")).hasSuffix("/users/a/b.json")
    )
    let (odd, key) = ("/{_1}", "k")
    #expect(try await Self.url(ResourceRequest("http://h.example\(odd)?k=\(key)")) == "http://h.example/%7B_1%7D?k=k")
  }

  @Test func `a value between two others does not end the host either`() async throws {
    for target: RequestTarget in [
      "http://\("evil.example")\("/")\("eu").h.example/x", "http://api\("/")\("eu").h.example/x",
    ] {
      let error = await #expect(throws: ResourceError.self) { try await Self.url(ResourceRequest(target)) }
      #expect(error?.code == .invalidURL || error?.code == .invalidPathParameter, "\(error?.message ?? "")")
    }
  }

  @Test func `what is before the path stands as it is`() async throws {
    let (base, host, path) = ("http://h.example:81/x", "o.example:82", "a b")
    #expect(try await Self.url(ResourceRequest("\(base)/\(path)")) == "http://h.example:81/x/a%20b")
    #expect(try await Self.url(ResourceRequest("http://\(host)/\(path)")) == "http://o.example:82/a%20b")
    let url = try ResourceURL(base)
    #expect(try await Self.url(ResourceRequest("\(url)?q=\(path)")) == "http://h.example:81/x?q=a%20b")
    let domain = "a&admin=true#"
    #expect(
      try await Self.url(ResourceRequest("login?next=https://\(domain)&x=1"))
        == "http://h.example/api/login?next=https://a%26admin%3Dtrue%23&x=1"
    )
    #expect(try await Self.url(ResourceRequest("p/https://\("a/b")/x")).hasSuffix("/api/p/https://a%2Fb/x"))
    let secret = try ResourceURL("http://h.example/x?token=s3cret")
    #expect(try await Self.url(ResourceRequest("\(secret)&page=\(2)")) == "http://h.example/x?token=s3cret&page=2")
    // Only at the beginning: elsewhere it is a value like others.
    #expect(try await Self.url(ResourceRequest("go/\(base)")).hasSuffix("/api/go/http%3A%2F%2Fh.example%3A81%2Fx"))
  }

  @Test(arguments: ["evil.example/", "evil.example?", "evil.example#", "u@evil.example", "evil.example\\"])
  func `a value within the host that would end it is refused`(_ value: String) async throws {
    for request in [
      ResourceRequest("http://\(value).h.example/x"), ResourceRequest("\("http://h.example")\("." + value)"),
    ] {
      let error = await #expect(throws: ResourceError.self) { try await Self.url(request) }
      #expect(error?.code == .invalidURL)
    }
    #expect(try await Self.url(ResourceRequest("\("http://h.example")\("/a@b/c")")) == "http://h.example/a@b/c")
    #expect(try await Self.url(ResourceRequest("http://h.example\("/a")/b?c")) == "http://h.example/a/b?c")
    let error = await #expect(throws: ResourceError.self) {
      try await Self.url(ResourceRequest("http://api\("/x").h.example/y"))
    }
    #expect(error?.code == .invalidURL)
    #expect(try await Self.url(ResourceRequest("http://u\("/x")@h.example/y")) == "http://h.example/y")
  }

  @Test func `what is raw, and a text that is no literal, is taken as it is`() async throws {
    let path = "a/b?c=d"
    #expect(try await Self.url(ResourceRequest("\(raw: path)&e=\("f&g")")) == "http://h.example/api/a/b?c=d&e=f%26g")
    let text = "users/\("a/b")"
    #expect(try await Self.url(ResourceRequest(text)) == "http://h.example/api/users/a/b")
    #expect(try await Self.url(ResourceRequest("users/" + path)) == "http://h.example/api/users/a/b?c=d")
  }

  @Test func `expressions of a template stay beside values`() async throws {
    let request = ResourceRequest("users/{id}/files/\("a/b"){?page}", pathParameters: ["id": "x/y", "page": 2])
    #expect(try await Self.url(request) == "http://h.example/api/users/x%2Fy/files/a%2Fb?page=2")
  }

  @Test func `values are written by the request's options`() async throws {
    var request = ResourceRequest("x/\(Date(timeIntervalSince1970: 5))?on=\(true)")
    request.parameterEncoding = ParameterEncoding(booleans: .digits, dates: .seconds)
    #expect(try await Self.url(request) == "http://h.example/api/x/5?on=1")
    request = ResourceRequest("x{?on}", service: "s")
    request.pathParameters = ["on": true]
    request.parameterEncoding = ParameterEncoding(booleans: .digits)
    #expect(try await Self.url(request) == "http://h.example/api/x?on=1")
  }
}
