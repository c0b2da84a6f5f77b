// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// How a response that may be a redirect is handled (RFC 9110 §15.4).
struct RedirectDecisionTests {
  private func decide(
    _ status: Status,
    _ method: RequestMethod = .get,
    body: Bool = false,
    at url: String = "http://a.example/x/y?q=1#part",
    to location: String? = "/z",
    followed: Int = 0,
    policy: RedirectPolicy = .follow
  ) throws -> RedirectDecision {
    var headers = Headers()
    headers["Location"] = location
    let request = ResolvedRequest(
      method: method,
      url: try ResourceURL(url),
      body: body ? OutgoingBody(Data("b".utf8)) : nil
    )
    return RedirectDecision.decide(status, headers, to: request, followed: followed, policy: policy)
  }

  private func step(_ decision: RedirectDecision) -> RedirectDecision.Step? {
    if case .follow(let step) = decision { step } else { nil }
  }

  @Test(arguments: [
    (301, RequestMethod.post, RequestMethod.get, false), (302, .post, .get, false), (303, .post, .get, false),
    (307, .post, .post, true), (308, .post, .post, true),
    (301, .put, .put, true), (302, .put, .put, true), (303, .put, .get, false), (307, .put, .put, true),
    (308, .put, .put, true),
    (301, .get, .get, true), (302, .get, .get, true), (303, .get, .get, false), (307, .get, .get, true),
    (301, .delete, .delete, true), (303, .delete, .get, false), (308, .patch, .patch, true), (303, .patch, .get, false),
  ])
  func `the method and the body of the next request`(
    status: Int,
    method: RequestMethod,
    next: RequestMethod,
    keepsBody: Bool
  ) throws {
    let step = try #require(step(try decide(Status(status), method, body: true)))
    #expect(step.method == next)
    #expect(step.keepsBody == keepsBody)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `HEAD stays HEAD`(status: Int) throws {
    #expect(step(try decide(Status(status), .head))?.method == .head)
  }

  @Test(arguments: [
    ("foo", "http://a.example/x/foo#part"), ("/foo", "http://a.example/foo#part"),
    ("?z=2", "http://a.example/x/y?z=2#part"), ("foo#own", "http://a.example/x/foo#own"),
    ("a b/c d?e f", "http://a.example/x/a%20b/c%20d?e%20f#part"), (" /z ", "http://a.example/z#part"),
    ("../up", "http://a.example/up#part"), ("//b.example/x", "http://b.example/x#part"),
    ("https://a.example", "https://a.example/#part"), ("http://user:pw@b.example/", "http://b.example/#part"),
    ("/caf\u{e9}", "http://a.example/caf%C3%A9#part"),
    ("/c|<>\"^`{}?100%", "http://a.example/c%7C%3C%3E%22%5E%60%7B%7D?100%25#part"),
  ])
  func `a location is resolved against where it came from, the fragment inherited`(
    location: String,
    url: String
  ) throws {
    #expect(step(try decide(302, to: location))?.url.string == url)
  }

  @Test func `a redirect from https to http is followed, as one to another origin`() throws {
    let url = try #require(step(try decide(302, at: "https://a.example/x", to: "http://a.example/x"))?.url)
    #expect(url.string == "http://a.example/x")
    #expect(try url.origin != Origin("https://a.example"))
  }

  @Test(arguments: [200, 201, 204, 300, 304, 305, 306, 404, 503])
  func `every other status is the answer, with a location or without`(status: Int) throws {
    #expect(try decide(Status(status)) == .answer)
  }

  @Test(arguments: [nil, ""] as [String?])
  func `a redirect that leads nowhere is the answer`(location: String?) throws {
    #expect(try decide(302, to: location) == .answer)
  }

  @Test(arguments: [
    "ftp://b.example/", "mailto:x@y", "javascript:alert(1)", "file:///etc/passwd", "http://", "http://a b/",
    "http://b:0/",
  ])
  func `a location that is no http or https URL is an error`(location: String) throws {
    guard case .fail(.invalidRedirect, let message) = try decide(302, to: location) else {
      Issue.record("it is followed")
      return
    }
    #expect(!message.isEmpty)
  }

  @Test func `as many redirects as the limit are followed, and one more is an error that says how many`() throws {
    #expect(step(try decide(302, followed: 9)) != nil)
    guard case .fail(.tooManyRedirects, let message) = try decide(302, followed: 10) else {
      Issue.record("the eleventh is followed")
      return
    }
    #expect(message.contains("10"))
    #expect(step(try decide(302, followed: 0, policy: .follow(limit: 1))) != nil)
    for policy in [RedirectPolicy.follow(limit: 0), .follow(limit: -5)] {
      guard case .fail(.tooManyRedirects, _) = try decide(302, policy: policy) else {
        Issue.record("the limit 0 follows")
        continue
      }
    }
    #expect(try decide(200, followed: 10) == .answer)
  }

  @Test func `a policy may refuse, or ask`() throws {
    #expect(try decide(302, to: "ftp://b.example/", policy: .refuse) == .answer)
    guard case .ask(let step, _) = try decide(302, policy: .decide { _ in true }) else {
      Issue.record("nobody is asked")
      return
    }
    #expect(step.url.path == "/z")
  }

  @Test func `whoever decides is asked also where the body can be read once only`() async throws {
    let body = OutgoingBody(length: nil, isReplayable: false) { AsyncThrowingStream<Data, any Error> { $0.finish() } }
    _ = try await body.chunks()
    let request = ResolvedRequest(method: .put, url: try ResourceURL("http://a.example/x"), body: body)
    let asked = RedirectDecision.decide(
      307,
      ["Location": "/z"],
      to: request,
      followed: 0,
      policy: .decide { _ in false }
    )
    guard case .ask(let step, _) = asked else {
      Issue.record("nobody is asked")
      return
    }
    // Whoever says yes gets the error.
    guard case .fail(.bodyNotReplayable, _) = RedirectDecision.following(step, of: request) else {
      Issue.record("a body is sent twice")
      return
    }
  }
}
