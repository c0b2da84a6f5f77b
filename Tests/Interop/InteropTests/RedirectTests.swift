// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Redirects as nginx and httpbin send them.
@Suite struct RedirectTests {
  static let transports = TransportUnderTest.allCases

  private func post(_ url: String, over transport: TransportUnderTest) async throws -> ResourceResponse {
    var request = ResourceRequest(url, method: .post)
    request.body = .string("carried")
    return try await transport.client().send(request)
  }

  @Test(
    arguments: transports,
    [(301, "moved"), (302, "found"), (303, "other"), (307, "temporary"), (308, "permanent")]
  )
  func `a GET is sent again as a GET`(over transport: TransportUnderTest, to: (code: Int, end: String)) async throws {
    let response = try await transport.client().send(ResourceRequest(Servers.nginx("/redirect/\(to.code)")))
    let echo = try NginxEcho(response.data)
    #expect(echo.method == "GET")
    #expect(echo.target == "/echo/\(to.end)")
    #expect(try response.url.string == Servers.nginx("/echo/\(to.end)"))
    #expect(response.redirects.map(\.status.code) == [to.code])
  }

  @Test(arguments: transports, [301, 302, 303])
  func `a POST becomes a GET without its body`(over transport: TransportUnderTest, code: Int) async throws {
    let url = try Servers.httpbin("/redirect-to?url=/anything/end&status_code=\(code)")
    let echo = try HttpbinEcho(await post(url, over: transport).data)
    #expect(echo.method == "GET")
    #expect(echo.data.isEmpty)
    #expect(echo.headers["Content-Type"] == nil)
    #expect(echo.headers["Content-Length"] == nil)
  }

  @Test(arguments: transports, [307, 308])
  func `a POST stays a POST and carries its body`(over transport: TransportUnderTest, code: Int) async throws {
    let url = try Servers.httpbin("/redirect-to?url=/anything/end&status_code=\(code)")
    let echo = try HttpbinEcho(await post(url, over: transport).data)
    #expect(echo.method == "POST")
    #expect(echo.data == "carried")
    #expect(echo.headers["Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test(arguments: transports, [301, 302, 303, 307, 308])
  func `an absolute target is taken as it is`(over transport: TransportUnderTest, code: Int) async throws {
    let request = ResourceRequest(try Servers.nginx("/redirect/\(code)/absolute"))
    let echo = try NginxEcho(await transport.client().send(request).data)
    #expect(echo.target == "/echo/absolute?kept=1")
  }

  @Test(arguments: transports)
  func `a relative target is resolved against the request's path`(over transport: TransportUnderTest) async throws {
    let request = ResourceRequest(try Servers.nginx("/redirect/relative/deep/start"))
    let response = try await transport.client().send(request)
    #expect(response.text == "arrived at /redirect/relative/end?x=1\n")
  }

  @Test(arguments: transports)
  func `HEAD stays HEAD`(over transport: TransportUnderTest) async throws {
    let request = ResourceRequest(try Servers.nginx("/redirect/303"), method: .head)
    let response = try await transport.client().send(request)
    #expect(response.status == 200)
    #expect(response.data.isEmpty)
    #expect(response.redirects.count == 1)
  }

  @Test(arguments: transports)
  func `another origin gets neither Authorization nor Cookie, and what the caller lets go on alone`(
    over transport: TransportUnderTest
  ) async throws {
    var request = ResourceRequest(try Servers.nginx("/redirect/elsewhere"))
    request.headers["Authorization"] = "Bearer secret"
    request.headers["Cookie"] = "session=secret"
    request.headers["X-Interop"] = "harmless"
    for (redirects, interop) in [(RedirectPolicy.follow, ""), (.follow.carrying(headers: ["X-Interop"]), "harmless")] {
      request.redirects = redirects
      let response = try await transport.client().send(request)
      let echo = try NginxEcho(response.data)
      #expect(echo.host.hasPrefix("localhost:"))
      #expect([echo.authorization, echo.cookie, echo.interop] == ["", "", interop])
    }
  }

  @Test(arguments: transports)
  func `a loop ends after ten hops`(over transport: TransportUnderTest) async throws {
    let request = ResourceRequest(try Servers.nginx("/redirect/loop"))
    let error = await #expect(throws: ResourceError.self) { try await transport.client().send(request) }
    #expect(error?.code == .tooManyRedirects)
    #expect(error?.response?.redirects.count == 10)
  }

  @Test(arguments: transports)
  func `304 with a Location is an answer`(over transport: TransportUnderTest) async throws {
    let response = try await transport.client().send(ResourceRequest(Servers.nginx("/redirect/unchanged")))
    #expect(response.status == 304)
    #expect(response.redirects.isEmpty)
  }

  @Test(arguments: transports)
  func `a refused redirect is the answer`(over transport: TransportUnderTest) async throws {
    var request = ResourceRequest(try Servers.nginx("/redirect/302"))
    request.redirects = .refuse
    let response = try await transport.client().send(request)
    #expect(response.status == 302)
    #expect(response.headers["Location"] == "/echo/found")
  }
}
