// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@Suite struct ConnectorTests {
  @Test func `the connector forwards to a service with the gateway's credential, not the caller's`() async throws {
    try await withBackend { client in
      var request = ResourceRequest("cities/Z%C3%BCrich?lang=de", method: .post, service: "echo")
      request.headers = ["Authorization": "Bearer the-callers-own", "Cookie": "a=b", "X-Trace": "7"]
      request.body = .json(["population": 400_000])
      let response = try await client.send(request).successful()
      let echo = try #require(response.json)
      #expect(response.headers["Via"] == "1.1 gateway")
      #expect(echo["path"] == "/mfp/api/adapters/echo/cities/Z%C3%BCrich")
      #expect(echo["query"] == "lang=de")
      #expect(echo["headers"]["authorization"] == "Bearer backend-token")
      #expect(echo["headers"]["cookie"] == nil)
      #expect(echo["headers"]["x-trace"] == "7")
      #expect(echo["headers"]["content-type"] == "application/json")
      #expect(echo["body"] == "{\"population\":400000}")
    }
  }

  @Test(arguments: [
    ("nobody", 404, "unknownService"), ("down", 502, "connectFailed"), ("slow", 504, "deadlineExceeded"),
  ])
  func `what a backend does not answer is an error in JSON`(service: String, status: Int, code: String) async throws {
    try await withBackend { client in
      let response = try await client.send(ResourceRequest("1000", service: service))
      #expect(response.status == Status(status))
      #expect(response.json?["error"]["code"].string == code)
    }
  }

  @Test(arguments: [
    ("a:b", "/a:b"), ("http:x/y", "/http:x/y"), ("a/b:c?d=e:f", "/a/b:c"), ("{x}", "/%7Bx%7D"),
    ("a{b}c/{d", "/a%7Bb%7Dc/%7Bd"),
    ("%7Bx%7D", "/%7Bx%7D"), ("a|b\"<>^`", "/a%7Cb%22%3C%3E%5E%60"), ("é", "/%C3%A9"), ("", ""), ("?x=1", ""),
    ("a/?x={y}", "/a/"), ("a//b", "/a//b"), ("/a", "//a"), ("a;b=c,d/'!$&()*+", "/a;b=c,d/'!$&()*+"),
    ("a%2Fb", "/a%2Fb"),
  ])
  func `a path arrives as it was sent, whatever legal characters it has`(path: String, arrived: String) async throws {
    try await withRawBackend { url in
      let target = "/mfp/api/backendservice/echo/\(path)"
      let answer = try await RawExchange.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", to: url)
      #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
      let body = try JSON(parsing: String(answer[(answer.range(of: "\r\n\r\n")?.upperBound ?? answer.endIndex)...]))
      #expect(body["path"].string == "/mfp/api/adapters/echo" + arrived)
      let query =
        path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map { String($0) }
        ?? ""
      #expect(body["query"] == .string(query.replacing("{", with: "%7B").replacing("}", with: "%7D")))
    }
  }

  @Test(arguments: [
    "../x", "a/../../x", "%2e%2e/x", "a%", "a%zz", "?a=%", "a#b", "a\u{7F}b", "..;/../..", ".%2e/.%2e",
  ])
  func `a path that is none, or leaves its service, is the caller's fault`(_ path: String) async throws {
    try await withRawBackend { url in
      let target = "/mfp/api/backendservice/echo/\(path)"
      let answer = try await RawExchange.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", to: url)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    }
  }

  @Test func `an answer to HEAD keeps the length of the body it does not have`() async throws {
    try await withBackend { client in
      let response = try await client.send(ResourceRequest("418", method: .head, service: "status"))
      #expect(response.status == 418)
      #expect(response.headers["Content-Length"] == "14")
      #expect(response.data.isEmpty)
    }
  }

  @Test func `a backend's own error status passes through`() async throws {
    try await withBackend { client in
      let teapot = try await client.send(ResourceRequest("418", service: "status"))
      #expect(teapot.status == 418)
      let nothing = try await client.send(ResourceRequest("204", service: "status"))
      #expect(nothing.status == 204)
      #expect(nothing.data.isEmpty)
    }
  }

  /// Runs a gateway whose backend services are the adapters of another gateway.
  private func withBackend(_ body: (ResourceClient) async throws -> Void) async throws {
    let backend = try await GatewayServer.start()
    let adapters = "\(backend.url)/mfp/api/adapters"
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [
          { "service": "echo", "baseUrl": "\(adapters)/echo", "auth": { "type": "bearer", "token": "backend-token" } },
          { "service": "status", "baseUrl": "\(adapters)/status" },
          { "service": "slow", "baseUrl": "\(adapters)/delay", "timeouts": { "total": "100ms" } },
          { "service": "down", "baseUrl": "http://127.0.0.1:1/" } ] }
        """
    )
    try await withGateway(configuration, body)
    await backend.stop()
  }

  /// Runs a gateway in front of another one's echo, for raw requests that no client sends.
  private func withRawBackend(_ body: (String) async throws -> Void) async throws {
    let backend = try await GatewayServer.start()
    let services = #"{"backendServices":[{"service":"echo","baseUrl":"\#(backend.url)/mfp/api/adapters/echo"}]}"#
    let server = try await GatewayServer.start(
      client: ResourceClient(configuration: try ResourceConfiguration(json: services))
    )
    try await body(server.url)
    await server.stop()
    await backend.stop()
  }
}
