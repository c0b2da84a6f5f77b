// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
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

  /// Runs a gateway whose backend services are the adapters of another one.
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
}
