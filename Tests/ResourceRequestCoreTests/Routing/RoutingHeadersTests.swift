// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which header fields are sent, and which layer wins.
struct RoutingHeadersTests {
  @Test(arguments: [
    ("A\r\nB", "x"), ("A", "x\r\nB: y"), ("A", "x\ny"), ("A", "x\ry"), ("A", "x\u{0}y"), ("", "x"), ("A b", "x"),
    ("A:", "x"), ("Ä", "x"),
  ])
  func `a field that would break the head is refused by name`(name: String, value: String) throws {
    let error = try #require(try Routed().error("x") { $0.headers.append(name, value) })
    #expect(error.code == .invalidHeader)
    #expect(!error.description.contains("\r") && !error.description.contains("\n"))
  }

  @Test func `a refused value is not shown`() throws {
    let error = try #require(try Routed().error("x") { $0.headers["Authorization"] = "Bearer s3cret\n" })
    #expect(error.message.contains("Authorization"))
    #expect(!error.description.contains("s3cret"))
  }

  @Test(arguments: ["Content-Length", "transfer-encoding", "CONNECTION", "Upgrade", "TE", "Expect"])
  func `a framing field is refused with what to use instead`(name: String) throws {
    let error = try #require(try Routed().error("x") { $0.headers[name] = "1" })
    #expect(error.code == .invalidHeader)
    #expect(error.message.contains(name))
    #expect(error.message.contains(";"))
  }

  @Test func `Host and repeated fields go out as they are`() throws {
    let request = try Routed().route("x") {
      $0.headers["Host"] = "virtual.example"
      $0.headers.append("X-A", "1")
      $0.headers.append("x-a", "2")
    }.request
    #expect(request.headers["Host"] == "virtual.example")
    #expect(request.headers.values(for: "X-A") == ["1", "2"])
  }

  @Test func `the request's fields win over the service's, those over the defaults, and those over the standard`()
    throws
  {
    let settings = ServiceSettings(headers: ["B": "service", "C": "service"])
    let routed = try Routed(
      defaults: ServiceSettings(headers: ["A": "defaults", "B": "defaults", "User-Agent": "own"]),
      standardHeaders: ["User-Agent": "standard", "Accept": "*/*"],
      .at("s", "http://h.example/", settings: settings)
    )
    let headers = try routed.route("x", service: "s") { $0.headers["c"] = "request" }.request.headers
    #expect(headers.values(for: "A") == ["defaults"])
    #expect(headers.values(for: "B") == ["service"])
    #expect(headers.values(for: "C") == ["request"])
    #expect(headers.values(for: "User-Agent") == ["own"])
    #expect(headers.values(for: "Accept") == ["*/*"])
  }

  @Test func `the gateway's fields go to the gateway and to what it forwards, not elsewhere`() throws {
    let routed = try Routed(
      gatewaySettings: ServiceSettings(headers: ["X-G": "1"]),
      .at("direct", "http://h.example/"),
      .at("there", "http://h.example/", via: .gateway)
    )
    #expect(try routed.route("x").request.headers["X-G"] == "1")
    #expect(try routed.route("x", service: "there").request.headers["X-G"] == "1")
    #expect(try routed.route("x", service: "unknown").request.headers["X-G"] == "1")
    #expect(try routed.route("x", service: "direct").request.headers["X-G"] == nil)
    #expect(try routed.route("http://gw.example:9080/mfp/api/x").request.headers["X-G"] == nil)
  }

  @Test func `the service's type of JSON goes before the standard one`() throws {
    let settings = ServiceSettings(headers: ["Content-Type": "application/vnd.api+json"])
    let routed = try Routed(.at("s", "http://h.example/", settings: settings))
    for own in [nil, "1"] as [String?] {
      func type(_ body: ResourceRequest.Body) throws -> [String] {
        let request = try routed.route("x", method: .post, service: "s") {
          $0.body = body
          $0.headers["X-Own"] = own
        }.request
        return request.headers.values(for: "Content-Type")
      }
      #expect(try type(.json([:])) == ["application/vnd.api+json"])
      #expect(try type(.json(["a"])) == ["application/vnd.api+json"])
      #expect(try type(.json(["a"], encoder: ResourceJSONEncoder())) == ["application/vnd.api+json"])
      #expect(try type(.data(Data(), type: "application/json")) == ["application/json"])
      #expect(try type(.string("a")) == ["text/plain; charset=utf-8"])
    }
  }

  @Test func `a client's encoder does not change the type`() throws {
    let settings = ServiceSettings(headers: ["Content-Type": "application/vnd.api+json"])
    let client = ResourceClient(
      configuration: try ResourceConfiguration(services: [.at("s", "http://h.example/", settings: settings)]),
      transport: StubTransport { _, _ in .status(200) },
      options: ClientOptions(encoder: ResourceJSONEncoder())
    )
    var request = ResourceRequest("x", method: .post, service: "s")
    request.body = .json(["a"])
    #expect(try client.resolve(request).headers.values(for: "Content-Type") == ["application/vnd.api+json"])
  }
}
