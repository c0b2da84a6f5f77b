// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Secrets of a request that the server repeats in its response.
struct SentSecretsTests {
  /// A server that repeats the request in its problem details.
  private let echo = StubTransport { request, _ in
    var said = request.headers.map { "\($0.name)=\($0.value)" }
    said.append(request.url.string)
    let pair = request.headers["Authorization"]?.split(separator: " ").last.flatMap { Data(base64Encoded: String($0)) }
    if let pair { said.append(String(decoding: pair, as: UTF8.self)) }
    let problem: JSON = ["title": .string(said[0]), "detail": .string(said.joined(separator: " | "))]
    return TransportResponse(
      status: 401,
      headers: ["Content-Type": "application/problem+json"],
      body: IncomingBody(problem.data())
    )
  }

  private func client(_ keys: String) throws -> ResourceClient {
    let document = #"{"service": "s", "baseUrl": "https://s.example/"\#(keys)}"#
    return ResourceClient(configuration: try ResourceConfiguration(json: document), transport: echo)
  }

  @Test(arguments: [
    #", "auth": {"type": "bearer", "token": "hush-hush-1"}"#,
    #", "auth": {"type": "basic", "credential": {"username": "ann", "password": "hush-hush-1"}}"#,
    #", "auth": {"type": "apikey", "credential": {"apikey": "hush-hush-1", "policy": "header", "name": "X-Any"}}"#,
    #", "headers": {"X-Auth-Token": "hush-hush-1"}"#,
  ])
  func `the message of an error does not repeat what the request was sent with`(keys: String) async throws {
    let client = try client(keys)
    let request = ResourceRequest("x?access_token=hush%2Dhush%2D1&id=1234567", service: "s")
    let whole = await #expect(throws: ResourceError.self) { try await client.send(request).successful() }
    let text = try #require(whole?.message)
    #expect(text.contains("401"))
    #expect(text.contains("id=1234567"), "\(text)")
    #expect(text.contains("‹redacted›"), "\(text)")
    for secret in ["hush-hush-1", "hush%2Dhush%2D1"] { #expect(!text.contains(secret), "\(text)") }
    if let whole { #expect(!"\(whole)".contains("hush-hush-1")) }
    let value = await #expect(throws: ResourceError.self) { try await client.value(JSON.self, for: request) }
    #expect(value?.message.contains("hush-hush-1") == false)
    let stream = await #expect(throws: ResourceError.self) {
      try await client.stream(request).collect().successful()
    }
    #expect(stream?.message.contains("hush-hush-1") == false)
  }

  @Test func `cookies are left out, and what is too short to tell is left`() throws {
    let url = try ResourceURL("http://h.example/?q=text/plain&token=abc")
    let secrets = SentSecrets(["Cookie": "a=12345; session=abcdefgh", "Accept": "text/plain"], url)
    #expect(secrets.removed(from: "12345 abcdefgh text/plain abc") == "12345 ‹redacted› text/plain abc")
  }

  @Test func `they are no part of what a response is, and are not shown`() throws {
    let one = SentSecrets(["Authorization": "Bearer abcdefgh"], try ResourceURL("http://h.example/"))
    #expect(one == SentSecrets())
    #expect(!"\(one)".contains("abcdefgh"))
    var text = ""
    dump(one, to: &text)
    #expect(!text.contains("abcdefgh"))
  }

  /// The message of a problem that repeats a secret of its path, after a redirect or from a cache too.
  private func problem(_ request: ResourceRequest, after redirect: String? = nil, cached: Bool = false) async throws
    -> String
  {
    let transport = StubTransport { request, _ in
      if let redirect, request.url.path != redirect { return .status(301, headers: ["Location": redirect]) }
      return TransportResponse(
        status: 404,
        headers: ["Content-Type": "application/problem+json", "Cache-Control": "max-age=60"],
        body: IncomingBody(Data(#"{"title": "gone", "detail": "no key hush-hush-1"}"#.utf8))
      )
    }
    let settings = ServiceSettings(cache: cached ? CacheSettings() : nil)
    let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings), transport: transport)
    if cached { _ = try await client.send(request) }
    let error = try await #require(throws: ResourceError.self) { try await client.send(request).successful() }
    #expect(transport.requests.count == (redirect == nil ? 1 : 2))
    return error.message
  }

  @Test(arguments: [
    "keys/{apiToken}", "Keys('{apiToken}')", "ann:{apiToken}.json", "in/{password}:{apiToken};{password}",
  ])
  func `a problem is told without the secret of a path`(_ path: String) async throws {
    var request = ResourceRequest("https://s.example/" + path, pathParameters: ["apiToken": "hush-hush-1"])
    if path.contains("{password}") { request.pathParameters["password"] = "another:one" }
    for message in [
      try await problem(request), try await problem(request, after: "/moved"), try await problem(request, cached: true),
    ] {
      #expect(message.contains("no key ‹redacted›"), "\(message)")
    }
  }

  @Test func `a secret with what stands between two in it is removed whole`() throws {
    let one = "550e8400-e29b-41d4-a716-446655440000"
    let request = ResourceRequest(
      "https://s.example/in/{apiToken}-{password}",
      pathParameters: ["apiToken": .init(one), "password": "6ba7b810-9dad-11d1-80b4-00c04fd430c8"]
    )
    let client = ResourceClient(transport: StubTransport { _, _ in .status(200) })
    #expect(try client.resolve(request).url.hiddenSegments.contains(one))
  }
}
