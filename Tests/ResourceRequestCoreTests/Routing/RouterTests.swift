// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Where a request is sent (GATEWAY §Addresses).
struct RouterTests {
  @Test(arguments: [
    ("/adapters/Java/users", "http://gw.example:9080/mfp/api/adapters/Java/users"),
    ("adapters/Java/users", "http://gw.example:9080/mfp/api/adapters/Java/users"),
    ("", "http://gw.example:9080/mfp/api"),
    ("/", "http://gw.example:9080/mfp/api/"),
    ("?a=b=c&d", "http://gw.example:9080/mfp/api?a=b=c&d"),
    ("/a//b/", "http://gw.example:9080/mfp/api/a//b/"),
  ])
  func `a relative target without a service lies below the gateway's api`(target: String, url: String) throws {
    #expect(try Routed().url(target) == url)
    #expect(try Routed(gateway: "http://gw.example:9080/mfp/").url(target) == url)
  }

  @Test(arguments: [
    ("http://h.example/base", "cities", "http://h.example/base/cities"),
    ("http://h.example/base/", "/cities", "http://h.example/base/cities"),
    ("http://h.example/base/", "cities/", "http://h.example/base/cities/"),
    ("http://h.example", "/cities", "http://h.example/cities"),
    ("http://h.example/base", "", "http://h.example/base"),
    ("http://h.example/base/", "", "http://h.example/base/"),
    ("http://h.example/base", "/", "http://h.example/base/"),
    ("http://h.example/base?v=1", "cities?a=%2f", "http://h.example/base/cities?v=1&a=%2f"),
    ("http://h.example/base?v=1&", "cities?a=1&", "http://h.example/base/cities?v=1&a=1&"),
    ("http://h.example/base?v=1", "cities", "http://h.example/base/cities?v=1"),
  ])
  func `a configured service's base and the target are joined by exactly one slash`(
    base: String,
    target: String,
    url: String
  ) throws {
    #expect(try Routed(.at("resorts", base)).url(target, service: "resorts") == url)
  }

  @Test func `the base's query comes first, then the target's, then the request's`() throws {
    let routed = try Routed(.at("s", "http://h.example/b?base=1"))
    let url = try routed.url("x?inline=%7e2#part", service: "s") { $0.query = ["added": "3 4", "added": "5"] }
    #expect(url == "http://h.example/b/x?base=1&inline=%7e2&added=3%204&added=5#part")
  }

  @Test func `a service that is not configured goes through the gateway's connector`() throws {
    let routed = try Routed(.at("resorts", "http://h.example/"))
    #expect(try routed.url("x/y", service: "other") == "http://gw.example:9080/mfp/api/backendservice/other/x/y")
    #expect(try routed.url("/x", service: "/other") == "http://gw.example:9080/mfp/api/backendservice/other/x")
    #expect(try routed.url("", service: "a b/c") == "http://gw.example:9080/mfp/api/backendservice/a%20b%2Fc")
    let route = try routed.route("x", service: "other")
    #expect(route.request.service == "other")
  }

  @Test func `a configured service says whether it is reached directly or through the gateway`() throws {
    let routed = try Routed(
      .at("direct", "http://h.example/d", credential: .bearer("t")),
      .at("there", "http://h.example/t", via: .gateway, credential: .bearer("t"))
    )
    #expect(try routed.url("x", service: "direct") == "http://h.example/d/x")
    #expect(try routed.url("x", service: "/direct") == "http://h.example/d/x")
    #expect(try routed.url("x", service: "there") == "http://gw.example:9080/mfp/api/backendservice/there/x")
    #expect(try routed.route("x", service: "direct").destination.credential == .bearer("t"))
    // The gateway has the backend's credential, so the client sends none.
    #expect(try routed.route("x", service: "there").destination.credential == nil)
  }

  @Test(arguments: ["", "/", ".", "..", "/..", "../admin", "a/../../b", "x/..", "x/../y"])
  func `a service's name that is no path segment never goes to the gateway`(name: String) throws {
    let error = try #require(try Routed().error("x", service: name))
    #expect(error.code == .unknownService)
    #expect(error.message.contains("name"))
  }

  @Test func `an unknown service without a gateway is an error that lists the known ones`() throws {
    let routed = try Routed(gateway: nil, .at("tone", "http://h.example/"), .at("resorts", "http://h.example/"))
    let error = try #require(routed.error("x", service: "resort"))
    #expect(error.code == .unknownService)
    #expect(error.message.contains("\"resort\""))
    #expect(error.message.contains("\"resorts\", \"tone\""))
    let message = try Routed(gateway: nil).error("x", service: "s")?.message
    #expect(message == "no service \"s\" is configured, and no gateway")
  }

  @Test func `a relative target with nowhere to go is an error that says what to configure`() throws {
    let error = try #require(try Routed(gateway: nil).error("/cities"))
    #expect(error.code == .noGateway)
    #expect(error.message.contains("gateway.serverURL"))
    let lost = try Routed(gateway: nil, .at("s", "http://h.example/", via: .gateway)).error("x", service: "s")
    #expect(lost?.code == .noGateway)
    #expect(lost?.message.contains("\"s\"") == true)
  }

  @Test(arguments: ["https://x.example/", "HTTP://x.example", "mailto:x", "http:relative"])
  func `an absolute URL together with a service is an error`(target: String) throws {
    let error = try #require(try Routed(.at("s", "http://h.example/")).error(target, service: "s"))
    #expect(error.code == .absoluteURLWithService)
    #expect(error.message.hasSuffix("\"s\" is named; leave out one of them"), "\(error.message)")
  }

  @Test func `an absolute URL stands for itself, whoever is configured`() throws {
    let routed = try Routed(.at("s", "http://h.example/", credential: .bearer("t")))
    let route = try routed.route("http://h.example/x?a=1#f") { $0.query.append("b", 2) }
    #expect(route.request.url.string == "http://h.example/x?a=1&b=2#f")
    #expect(route.request.service == nil)
    #expect(route.destination.credential == nil)
    #expect(try routed.url("https://other.example") == "https://other.example/")
    #expect(try routed.url("https://other.example/?") { $0.query.set("a", to: 1) } == "https://other.example/?a=1")
  }

  @Test(arguments: ["/find?u=http://x.example/", "a/http:x", "/http:/x"])
  func `a target that only contains a scheme somewhere is relative`(target: String) throws {
    #expect(try Routed().url(target).hasPrefix("http://gw.example:9080/mfp/api/"))
  }

  @Test func `what routing costs does not grow with the services`() throws {
    // The services are in a dictionary, each with its settings merged in advance. A request takes one lookup and one
    // concatenation, so the destinations of two routes are the same object.
    let services = try (0..<1000).map { try BackendService.at("s\($0)", "http://h\($0).example/b") }
    let router = Router(ResourceConfiguration(services: services), standardHeaders: Headers())
    let one = try router.route(ResourceRequest("x", service: "s999"))
    let other = try router.route(ResourceRequest("y", service: "s999"))
    #expect(one.destination === other.destination)
    #expect(router.destinations[one.destination.index] === one.destination)
    #expect(one.request.url.string == "http://h999.example/b/x")
  }

  @Test func `an untrusted target that is relative does not reach the gateway`() throws {
    let routed = try Routed(BackendService(name: "direct", baseURL: try ResourceURL("http://d.example"), via: .direct))
    #expect(routed.error("adapters/Payroll/run?x=1") { $0.trust = .untrusted }?.code == .invalidURL)
    #expect(routed.error("adapters/Payroll/run?x=1") == nil)
    #expect(try routed.url("x", service: "direct") { $0.trust = .untrusted } == "http://d.example/x")
  }

  @Test func `a lone percent sign makes nothing else of the value behind it`() throws {
    let url = try Routed().url("http://h.example/find?q=50%{code}") { $0.pathParameters["code"] = "20off" }
    #expect(url == "http://h.example/find?q=50%2520off")
  }
}
