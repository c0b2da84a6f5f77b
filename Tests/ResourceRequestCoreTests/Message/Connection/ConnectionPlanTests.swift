// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct ConnectionPlanTests {
  private func plan(
    _ origin: String,
    _ endpoint: String? = nil,
    tlsName: String? = nil,
    _ options: ConnectionOptions = ConnectionOptions()
  ) throws -> ConnectionPlan {
    ConnectionPlan(to: try Origin(origin), at: try endpoint.map { try Endpoint($0, tlsName: tlsName) }, options)
  }

  @Test func `without anything said a connection goes where the URL leads`() throws {
    let plan = try plan("https://api.example")
    #expect(plan.target == .host("api.example", port: 443))
    #expect(plan.proxy == nil && plan.tlsName == nil && plan.looksUp)
  }

  @Test func `endpoint, socket and fixed addresses are cases of one thing, in this order`() throws {
    var options = ConnectionOptions(fixedAddresses: [
      try FixedAddress("api.example:443", ["10.0.0.1"]), try FixedAddress("blue.example:8443", ["10.0.0.2"]),
    ])
    #expect(
      try plan("https://api.example", nil, options).target == .addresses(["10.0.0.1"], of: "api.example", port: 443)
    )
    #expect(try plan("https://api.example:444", nil, options).target == .host("api.example", port: 444))
    let blue = try plan("https://api.example", "blue.example:8443", options)
    #expect(blue.target == .addresses(["10.0.0.2"], of: "blue.example", port: 8443))
    #expect(!blue.looksUp)
    options.unixSocket = "/run/a.sock"
    #expect(try plan("https://api.example", nil, options).target == .unixSocket("/run/a.sock"))
    #expect(try plan("https://api.example", "10.0.0.9:1", options).target == .host("10.0.0.9", port: 1))
    #expect(try plan("https://api.example", "unix:/run/b.sock", options).unixSocket == "/run/b.sock")
  }

  @Test func `an endpoint that is the URL's own host and port leads nowhere else`() throws {
    #expect(try !plan("https://api.example", "api.example:443").leadsElsewhere)
    #expect(try !plan("http://api.example.", "api.example:80").leadsElsewhere)
    #expect(try !plan("https://api.example").leadsElsewhere)
    #expect(try plan("https://api.example", "api.example:8443").leadsElsewhere)
    #expect(try plan("https://api.example", "blue.example:443").leadsElsewhere)
    #expect(try plan("https://api.example", "unix:/run/b.sock").leadsElsewhere)
  }

  @Test func `the name for TLS is the endpoint's, else the options', and none without TLS`() throws {
    let options = ConnectionOptions(tls: TLSOptions(serverName: "service.example"))
    #expect(try plan("https://api.example", "10.0.0.9:1", tlsName: "blue.example", options).tlsName == "blue.example")
    #expect(try plan("https://api.example", "10.0.0.9:1", options).tlsName == "service.example")
    #expect(try plan("https://api.example", nil, options).tlsName == "service.example")
    #expect(try plan("http://api.example", "10.0.0.9:1", tlsName: "blue.example", options).tlsName == nil)
  }

  @Test func `the rules for proxies are asked for the place that is connected to`() throws {
    let proxy = try Proxy("http://proxy.example:3128")
    let options = ConnectionOptions(
      proxy: ProxyRules(https: proxy, except: ProxyExceptions("10.0.0.0/8 straight.example:1")),
      fixedAddresses: [try FixedAddress("blue.example:1", ["10.0.0.2"])]
    )
    #expect(try plan("https://api.example", nil, options).proxy == proxy)
    #expect(try plan("https://api.example", "10.0.0.9:1", options).proxy == nil)
    #expect(try plan("https://api.example", "straight.example:1", options).proxy == nil)
    #expect(try plan("https://10.0.0.9", "straight.example:2", options).proxy == proxy)
    #expect(try plan("https://api.example", "unix:/run/b.sock", options).proxy == nil)
    #expect(try plan("http://api.example", "blue.example:2", options).proxy == nil)
    // The proxy looks the name up, despite its fixed address.
    let through = try plan("https://api.example", "blue.example:1", options)
    #expect(through.target == .host("blue.example", port: 1) && !through.looksUp)
  }
}
