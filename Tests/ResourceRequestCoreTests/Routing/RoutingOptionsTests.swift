// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// The precedence of settings: request, service, defaults, standard.
struct RoutingOptionsTests {
  @Test func `nothing said means the standard`() throws {
    let route = try Routed().route("x")
    let options = route.request.options
    #expect(options.connectTimeout == .seconds(10))
    #expect(options.readTimeout == .seconds(30))
    #expect(route.totalTimeout == .seconds(60))
    #expect(options.bodyLimit == 64 << 20)
    #expect(options.headLimit == 128 << 10)
    #expect(options.httpVersion == .negotiated)
    #expect(options.maxConnections == nil)
    #expect(route.redirects == .follow)
  }

  @Test func `each setting is decided by the innermost that names it`() throws {
    let service = ServiceSettings(
      timeouts: Timeouts(connect: .seconds(2), read: .seconds(3)),
      redirects: .follow(limit: 3),
      limits: ResponseLimits(bodyBytes: 7),
      maxConnections: 5
    )
    let routed = try Routed(
      defaults: ServiceSettings(
        timeouts: Timeouts(connect: .seconds(20), total: .seconds(40)),
        redirects: .refuse,
        limits: ResponseLimits(headBytes: 9000)
      ),
      .at("s", "http://h.example/", settings: service)
    )
    let route = try routed.route("x", service: "s") { $0.timeouts.read = .milliseconds(1) }
    #expect(route.request.options.connectTimeout == .seconds(2))
    #expect(route.request.options.readTimeout == .milliseconds(1))
    #expect(route.totalTimeout == .seconds(40))
    #expect(route.request.options.bodyLimit == 7)
    #expect(route.request.options.headLimit == 9000)
    #expect(route.request.options.maxConnections == 5)
    #expect(route.redirects == .follow(limit: 3))
    #expect(try routed.route("http://x.example").redirects == .refuse)
    #expect(try routed.route("http://x.example") { $0.redirects = .follow }.redirects == .follow)
  }

  @Test func `an unlimited total is no deadline`() throws {
    #expect(try Routed().route("x") { $0.timeouts.total = .unlimited }.totalTimeout == nil)
    #expect(try Routed().route("x") { $0.timeouts.total = .milliseconds(3000) }.totalTimeout == .seconds(3))
  }
}
