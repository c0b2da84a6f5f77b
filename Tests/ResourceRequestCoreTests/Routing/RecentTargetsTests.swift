// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// A router that has routed before must say the same as a new one.
struct RecentTargetsTests {
  private static let requests: [ResourceRequest] = {
    var query = ResourceRequest("cities", service: "resorts")
    query.query.set("age", to: 31)
    var filled = ResourceRequest("cities/{name}", service: "resorts")
    filled.pathParameters = ["name": "x"]
    return [
      ResourceRequest("cities", service: "resorts"),
      ResourceRequest("cities", service: "hotels"),
      ResourceRequest("cities", service: "unknown"),
      ResourceRequest("cities", service: "other"),
      ResourceRequest("cities"),
      ResourceRequest("cities/{name}", service: "resorts"),
      query,
      filled,
      ResourceRequest("http://h.example/cities"),
      ResourceRequest("http://h.example/cities", service: "resorts"),
      ResourceRequest("http://ann:secret@h.example/cities"),
      ResourceRequest("../cities", service: "resorts"),
    ]
  }()

  private func routed() throws -> Routed {
    try Routed(.at("resorts", "http://a.example/r?v=1"), .at("hotels", "http://b.example/h"))
  }

  private func answer(_ routed: Routed, _ request: ResourceRequest) -> String {
    do {
      let route = try routed.router.route(request)
      let login = route.request.authorization.login
      return "\(route.request.url.string) \(route.destination.index) \(login?.username ?? "-")"
    } catch {
      return "\(error)"
    }
  }

  @Test func `what was routed before changes no answer`() throws {
    let used = try routed()
    for _ in 0..<3 {
      for request in Self.requests {
        let fresh = try routed()
        #expect(answer(used, request) == answer(fresh, request))
      }
    }
  }

  @Test func `fields are the same only byte for byte`() {
    let fields: Headers = ["A": "é", "B": "2"]
    let copy = fields
    #expect(fields.isIdentical(to: copy))
    #expect(fields.isIdentical(to: ["A": "é", "B": "2"]))
    #expect(!fields.isIdentical(to: ["a": "é", "B": "2"]))
    #expect(!fields.isIdentical(to: ["A": "e\u{301}", "B": "2"]))
    #expect(!fields.isIdentical(to: ["A": "é"]))
    let composed: Headers = ["A": "\u{344}"]
    #expect(!composed.isIdentical(to: ["A": "\u{308}\u{301}"]))
  }
}
