// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct AddressConfigurationTests {
  private func read(_ addresses: String) throws -> AddressPolicy? {
    try ResourceConfiguration(json: #"{"defaults": {"addresses": \#(addresses)}}"#).defaults.connection.addresses
  }

  @Test func `a word or a list says where requests may go`() throws {
    #expect(try read(#""any""#) == .any)
    #expect(try read(#""public""#) == .publicOnly)
    #expect(
      try read(
        #"{"schemes": ["https"], "ports": [443, "8000-8999", "9"], "hosts": ["*.example"], "allow": ["public", "10.0.0.0/8"]}"#
      )
        == AddressPolicy(
          schemes: [.https],
          ports: [443...443, 8000...8999, 9...9],
          hosts: [try #require(HostPattern("*.example"))],
          kinds: [.public],
          networks: [try #require(AddressNetwork("10.0.0.0/8"))]
        )
    )
    #expect(try read(#"{"ports": [80]}"#)?.kinds == Set(AddressKind.allCases))
    #expect(try read(#"{"allow": ["10.0.0.0/8"]}"#)?.kinds == [])
  }

  @Test func `a service's own word replaces that of everybody`() throws {
    let text = #"""
      {"defaults": {"addresses": "public"}, "backendServices": [
        {"service": "inner", "baseUrl": "http://10.0.0.1", "addresses": {"hosts": ["10.0.0.1"]}},
        {"service": "outer", "baseUrl": "http://10.0.0.2"}]}
      """#
    let configuration = try ResourceConfiguration(json: text)
    let router = Router(configuration, standardHeaders: Headers())
    func policy(_ service: String?) throws -> AddressPolicy? {
      let target = service == nil ? "https://example.org" : "/"
      return try router.route(ResourceRequest(target, service: service)).request.options.connection.addresses
    }
    #expect(try policy("inner")?.hosts.count == 1)
    #expect(try policy("outer") == .publicOnly)
    #expect(try policy(nil) == .publicOnly)
  }

  @Test func `untrusted targets lead to what is public; those of services stay what they are`() throws {
    let text = #"{"backendServices": [{"service": "inner", "baseUrl": "http://10.0.0.1", "maxConnections": 3}]}"#
    let router = Router(try ResourceConfiguration(json: text), standardHeaders: Headers())
    var request = ResourceRequest("http://10.0.0.1/")
    #expect(try router.route(request).request.options.sharedConnection == nil)
    request.trust = .untrusted
    #expect(try router.route(request).request.options.connection.addresses == .publicOnly)
    request.timeouts.read = .seconds(1)
    #expect(try router.route(request).request.options.connection.addresses == .publicOnly)
    request = ResourceRequest("/x", service: "inner")
    request.trust = .untrusted
    let route = try router.route(request)
    #expect(route.request.options.connection.addresses == nil)
    let away = RedirectDecision.Step(url: try ResourceURL("http://10.0.0.2/"), method: .get, keepsBody: false)
    #expect(router.reroute(route, of: request, to: away).request.options.connection.addresses == .publicOnly)
  }

  @Test func `a document says again what it was read from`() throws {
    for text in [
      #""any""#, #""public""#, #"{"ports":[443,"8000-8999"],"hosts":["*.a"],"allow":["public","10.0.0.0/8"]}"#,
    ] {
      let whole = #"{"defaults":{"addresses":\#(text)}}"#
      let written = try ResourceConfiguration(json: whole).redactedJSON().text()
      #expect(written.contains(#""addresses":\#(text)"#), "\(written)")
      #expect(try ResourceConfiguration(json: written) == ResourceConfiguration(json: whole))
    }
  }

  @Test(arguments: [
    (#""publik""#, "did you mean \"public\"?"), ("7", "expected \"any\", \"public\" or an object"),
    (#"{"allow": []}"#, "the array is empty"), (#"{"allow": ["loopbak"]}"#, "did you mean \"loopback\"?"),
    (#"{"allow": ["10.0.0.0/40"]}"#, "or a network such as"), (#"{"ports": [0]}"#, "a port from 1 to 65535"),
    (#"{"ports": ["9-8"]}"#, "a port from 1 to 65535"), (#"{"ports": [1.5]}"#, "a port from 1 to 65535"),
    (#"{"ports": ["1-2-3"]}"#, "a port from 1 to 65535"), (#"{"hosts": ["a b"]}"#, "expected a host"),
    (#"{"schemes": ["ftp"]}"#, "expected \"http\" or \"https\""), (#"{"ports": 443}"#, "expected an array"),
    (#"{"host": ["a"]}"#, "unknown key \"host\""),
  ])
  func `an impossible value is reported with its place`(addresses: String, reason: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try read(addresses) }
    #expect("\(try #require(error))".contains(reason), "\(error.map { "\($0)" } ?? "")")
  }
}
