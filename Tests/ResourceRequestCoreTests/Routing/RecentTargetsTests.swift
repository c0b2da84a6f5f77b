// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// A router that has routed before must give the same results as a new one.
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

  @Test(arguments: [
    ("a\u{323}\u{307}/x", "a\u{307}\u{323}/x"), ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"), ("\u{2126}", "\u{3A9}"),
    ("http://h.example/\u{344}", "http://h.example/\u{308}\u{301}"),
  ])
  func `targets that only look alike lead to resources of their own`(one: String, other: String) throws {
    for (first, second) in [(one, other), (other, one)] {
      let used = try routed()
      for target in [first, second, first] {
        let request = ResourceRequest(target, method: .delete, service: first.contains("//") ? nil : "resorts")
        #expect(answer(used, request) == answer(try routed(), request))
      }
    }
  }

  @Test func `services whose names only look alike are two`() throws {
    let routed = try Routed(.at("caf\u{E9}", "http://a.example/"), .at("cafe\u{301}", "http://b.example/"))
    #expect(try routed.url("x", service: "caf\u{E9}") == "http://a.example/x")
    #expect(try routed.url("x", service: "cafe\u{301}") == "http://b.example/x")
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
