// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

/// Problem details (RFC 9457).
struct ProblemDetailsTests {
  private func response(
    _ text: String,
    _ status: Status = 403,
    type: String = "application/problem+json"
  ) throws -> ResourceResponse {
    let url = try ResourceURL("http://h.example/account/12345")
    return ResourceResponse(status: status, headers: ["Content-Type": type], data: Data(text.utf8), url: url)
  }

  private func message(_ text: String, _ status: Status = 403) throws -> String? {
    #expect(throws: ResourceError.self) { try response(text, status).successful() }?.message
  }

  @Test func `the example of the RFC is read with its extension members`() throws {
    let problem = try #require(
      try response(
        """
        {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 403,
         "detail": "Your current balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc",
         "balance": 30, "accounts": ["/account/12345", "/account/67890"]}
        """,
        type: "Application/Problem+JSON; charset=utf-8"
      ).problem
    )
    #expect(problem.type == "https://example.com/probs/out-of-credit")
    #expect(problem.title == "You do not have enough credit.")
    #expect(problem.status == 403)
    #expect(problem.detail == "Your current balance is 30, but that costs 50.")
    #expect(problem.instance == "/account/12345/msgs/abc")
    #expect(problem.extensions == ["balance": 30, "accounts": ["/account/12345", "/account/67890"]])
    #expect(Array(problem.extensions.keys) == ["balance", "accounts"])
  }

  @Test func `members of other types than the RFC says are ignored, and the type is about:blank`() throws {
    let problem = try #require(
      ProblemDetails(["type": 1, "title": ["x"], "status": "403", "detail": nil, "instance": true, "more": 1])
    )
    #expect(problem.type == "about:blank")
    #expect(problem.title == nil && problem.status == nil && problem.detail == nil && problem.instance == nil)
    #expect(problem.extensions == ["more": 1])
    #expect(ProblemDetails(["status": 403.5])?.status == nil)
    #expect(ProblemDetails(["status": 9999])?.status == nil)
    #expect(ProblemDetails([])?.type == nil)
  }

  @Test(arguments: [("{}", "application/json"), ("[1]", "application/problem+json"), ("", "application/problem+json")])
  func `another type or no object is no problem`(text: String, type: String) throws {
    #expect(try response(text, type: type).problem == nil)
    let error = #expect(throws: ResourceError.self) { try response(text, type: type).successful() }
    #expect(error?.message == "the response is 403 Forbidden")
  }

  @Test func `the error of a status shows title and detail`() throws {
    #expect(
      try message(#"{"title": "You do not have enough credit.", "detail": "Balance 30, costs 50."}"#)
        == "the response is 403 Forbidden: You do not have enough credit. Balance 30, costs 50."
    )
    #expect(
      try message(#"{"title": "Out of credit", "detail": "30"}"#) == "the response is 403 Forbidden: Out of credit: 30"
    )
    #expect(try message(#"{"title": "forbidden", "detail": "30"}"#) == "the response is 403 Forbidden: 30")
    #expect(try message(#"{"title": ""}"#) == "the response is 403 Forbidden")
    let error = #expect(throws: ResourceError.self) { try response(#"{"title": "x"}"#).successful() }
    #expect(error?.problem?.title == "x")
  }

  @Test func `what a server writes there stays on one line, short, and without the secrets of URLs`() throws {
    let long = try message(#"{"title": "\#(String(repeating: "ü", count: 5000))"}"#)
    #expect(long?.utf8.count ?? 0 < 300)
    #expect(long?.hasSuffix("ü…") == true)
    let lines = try message(#"{"detail": "a\nb\u2028c\u202Ed\u0085e"}"#)
    #expect(lines == "the response is 403 Forbidden: a b c d e")
    let secret = try message(#"{"detail": "see https://u:hush@h.example/?token=hush"}"#)
    #expect(secret?.contains("hush") == false)
  }
}
