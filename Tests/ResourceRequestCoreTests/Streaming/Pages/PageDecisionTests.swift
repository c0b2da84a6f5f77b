// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct PageDecisionTests {
  private func page(_ url: String, next: String?, from: String...) throws -> ResourceResponse {
    var headers = Headers()
    headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
    let hops = try from.map {
      RedirectHop(status: 302, url: try ResourceURL($0), location: url, metrics: ExchangeMetrics())
    }
    return ResourceResponse(status: 200, headers: headers, url: try ResourceURL(url), redirects: hops)
  }

  /// The decisions after each of these pages.
  private func steps(_ limit: Int, _ pages: ResourceResponse...) -> [PageDecision.Step] {
    var decision = PageDecision(limit: limit)
    return pages.map { decision.next(after: $0) }
  }

  private func follow(_ url: String, foreign: Bool = false) throws -> PageDecision.Step {
    .follow(CallOptions.Continuation(url: try ResourceURL(url), isForeign: foreign))
  }

  @Test func `pages follow one another until one has no next`() throws {
    let steps = try steps(
      10,
      page("http://h.example/a", next: "?p=2"),
      page("http://h.example/a?p=2", next: "?p=3"),
      page("http://h.example/a?p=3", next: nil)
    )
    #expect(try steps == [follow("http://h.example/a?p=2"), follow("http://h.example/a?p=3"), .end])
  }

  @Test func `a page that was there before ends them, fragment or not, and so does the page itself`() throws {
    #expect(try steps(10, page("http://h.example/a", next: "#x")) == [.end])
    let back = try page("http://h.example/a?p=2", next: "http://u:p@h.example/a#y")
    #expect(try steps(10, page("http://h.example/a", next: "?p=2"), back).last == .end)
    #expect(try steps(10, page("http://h.example/b", next: "/a", from: "http://h.example/a")) == [.end])
  }

  @Test func `a next page whose link is malformed is no end, and a space in it is one that was not encoded`() throws {
    for link in ["http://h.example:99999/", "//a@b@h.example/", "?p=\\", "https:"] {
      guard case .unreadable? = try steps(10, page("http://h.example/a", next: link)).first else {
        Issue.record("\(link)")
        continue
      }
    }
    #expect(try steps(10, page("http://h.example/a", next: "mailto:a@b.example")) == [.end])
    #expect(
      try steps(10, page("http://h.example/a", next: " ?f=a b&p=2 ")) == [follow("http://h.example/a?f=a%20b&p=2")]
    )
  }

  @Test func `one page more than the limit is too many, and the last of the limit is not`() throws {
    let (one, two) = (try page("http://h.example/1", next: "2"), try page("http://h.example/2", next: "3"))
    #expect(try steps(2, one, two) == [follow("http://h.example/2"), .tooMany])
    #expect(try steps(2, one, page("http://h.example/2", next: nil)).last == .end)
  }

  @Test func `what another origin leads to is foreign, back home too`() throws {
    let away = try page("https://h.example/1", next: "http://h.example/2")
    let back = try page("http://h.example/2", next: "https://h.example/3")
    // Whether the first is asked by https, and so at the same origin, is found where it is routed.
    #expect(try steps(10, away, back) == [follow("http://h.example/2"), follow("https://h.example/3", foreign: true)])
    let redirected = try page("http://o.example/1", next: "http://h.example/2", from: "http://h.example/1")
    #expect(try steps(10, redirected) == [follow("http://h.example/2", foreign: true)])
    let around = try page("http://h.example/x", next: "/2", from: "http://h.example/1", "http://o.example/1")
    #expect(try steps(10, around) == [follow("http://h.example/2", foreign: true)])
  }

  @Test func `a link to another scheme ends them`() throws {
    #expect(try steps(10, page("http://h.example/1", next: "ftp://h.example/2")) == [.end])
  }
}
