// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct EndpointTests {
  @Test(arguments: [
    ("10.0.0.7:8443", "10.0.0.7", 8443), ("API.Internal.:80", "api.internal", 80), ("[::1]:65535", "[::1]", 65535),
    ("[0:0::1]:1", "[::1]", 1), ("bücher.example:8080", "xn--bcher-kva.example", 8080),
  ])
  func `a text says host and port, and the host becomes canonical`(text: String, host: String, port: Int) throws {
    let endpoint = try Endpoint(text)
    #expect(endpoint.location == .host(host, port: port))
    #expect(endpoint.tlsName == nil)
    #expect(try Endpoint(endpoint.description) == endpoint)
  }

  @Test func `a path says a socket`() throws {
    let endpoint = try Endpoint("unix:/run/back end.sock")
    #expect(endpoint.location == .unixSocket("/run/back end.sock"))
    #expect(endpoint.description == "unix:/run/back end.sock")
    #expect(try Endpoint(unixSocket: "/run/back end.sock") == endpoint)
  }

  @Test(arguments: ["::1", "[::1]", "0:0:0:0:0:0:0:1"])
  func `an IPv6 address needs no brackets beside its port`(host: String) throws {
    #expect(try Endpoint(host: host, port: 80).location == .host("[::1]", port: 80))
  }

  @Test func `a name stands before the location`() throws {
    let endpoint = try Endpoint(host: "10.0.0.7", port: 8443, tlsName: "Blue.Internal", name: "blue")
    #expect(endpoint.description == "blue (10.0.0.7:8443)")
    #expect(endpoint.tlsName == "blue.internal")
  }

  @Test(arguments: [
    "", "api.example", "api.example:", ":80", "api.example:0", "api.example:65536", "api.example:+80", "::1:80",
    "api.example/x:80", "me@api.example:80", "http://api.example:80", "api.example?:80", "api.example#:80",
    "api .example:80", "unix:", "unix:/a\0b", "unix:/" + String(repeating: "a", count: 103),
    "api.example/\u{301}:80", "[::1:80", "api.example:80:90",
  ])
  func `what is neither is refused`(text: String) {
    #expect(throws: ResourceURL.Invalid.self) { try Endpoint(text) }
  }

  @Test(arguments: ["", "a b", "api.example:443", "api.example/", "https://api.example", "a@b"])
  func `a TLS name is a host and nothing more`(name: String) {
    #expect(throws: ResourceURL.Invalid.self) { try Endpoint("10.0.0.7:443", tlsName: name) }
    #expect(throws: ResourceURL.Invalid.self) { try Endpoint(host: name, port: 443) }
  }
}
