// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// How a cache would handle a request that is not sent.
@Suite struct CacheOutlookTests {
  private let named = CachePartition(
    service: "s",
    configured: nil,
    principal: .named("ann"),
    isShared: false,
    usual: [:]
  )

  private func request(_ headers: Headers = Headers(), _ method: RequestMethod = .get) throws -> ResolvedRequest {
    ResolvedRequest(method: method, url: try ResourceURL("https://h.example/x?token=hush&a=1"), headers: headers)
  }

  @Test func `a request's key, owner and policy are known before it is sent, and show no secret`() throws {
    var settings = CacheSettings()
    settings.ignoredQuery = ["a"]
    var request = try request()
    request.caching.policy = .revalidate
    let outlook = CacheOutlook(request, settings, named)
    #expect(outlook.finding == .looksUp)
    #expect(outlook.owner == .everybody || outlook.owner == .principal)
    #expect(!outlook.key.contains("hush"))
    #expect(!outlook.key.contains("a=1"))
    #expect(outlook.policy == .revalidate)
    #expect(CacheOutlook(try self.request([:], .post), settings, named).finding == .passes("method"))
    let byHand = CacheOutlook(try self.request(["Authorization": "x"]), settings, named)
    #expect(byHand.finding == .passes("credentials"))
    #expect(byHand.owner == .nobody)
    request.caching.partition = "team"
    #expect(CacheOutlook(request, settings, named).owner == .partition)
  }

  @Test
  func `a request whose key in the query separates principals has its principal's responses in a shared cache too`()
    throws
  {
    var settings = CacheSettings()
    settings.mode = .shared
    let url = try ResourceURL("https://h.example/x")
    #expect(CacheOutlook(ResolvedRequest(url: url), settings, named).owner == .principal)
  }

  @Test func `explaining a request opens no socket and changes nothing`() async throws {
    let nobody = CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    let middleware = CacheMiddleware(ServiceCache(CacheSettings()), partition: nobody)
    let clock = ManualClock()
    let stub = StubTransport { _, _ in .text("x", headers: ["Cache-Control": "max-age=60"]) }
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    let request = try request()
    func verdict() -> String { "\(middleware.outlook(for: request, at: clock.date).verdict)" }
    #expect(verdict() == "ResourceRequest; fwd=uri-miss")
    _ = try await Pipeline([middleware], transport: stub).send(request, context: context)
    #expect(verdict() == "ResourceRequest; hit; ttl=60")
    clock.advance(by: .seconds(70))
    #expect(verdict() == "ResourceRequest; fwd=stale")
    #expect(stub.requests.count == 1)
  }
}

extension CacheOutlook {
  /// Decides by the cache's settings alone.
  fileprivate init(_ request: ResolvedRequest, _ settings: CacheSettings, _ partition: CachePartition) {
    self.init(request, CacheDecision(CacheRules(settings)), partition, url: nil, at: .distantPast)
  }
}
