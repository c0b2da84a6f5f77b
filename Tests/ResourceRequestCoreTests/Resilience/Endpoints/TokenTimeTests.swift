// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

/// The time that a call waits for a token says nothing about the endpoint that is asked afterwards.
struct TokenTimeTests {
  /// Calls that wait 700 ms for a token each, and whose exchange takes 20 ms.
  private func states() async throws -> [EndpointStatus.State] {
    let clock = ManualClock()
    let configuration = try ResourceConfiguration(
      json: """
        {"backendServices": [{"service": "s", "baseUrl": "http://h.example",
          "breaker": {"slow": "500ms"}, "timeouts": {"total": "10m"}, "retry": "none",
          "auth": {"type": "oauth2", "tokenUrl": "http://id.example/t", "clientId": "c", "clientSecret": "x"}}]}
        """
    )
    let client = ResourceClient(
      configuration: configuration,
      transport: StubTransport { request, _ in
        guard request.url.origin.host != "id.example" else {
          clock.advance(by: .milliseconds(700))
          return .text(#"{"access_token": "t0ken", "token_type": "Bearer", "expires_in": 1}"#)
        }
        clock.advance(by: .milliseconds(20))
        var response = TransportResponse.text("ok")
        response.metrics = ExchangeMetrics(total: .milliseconds(20))
        return response
      },
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    for _ in 0..<40 {
      _ = try await client.send(ResourceRequest("a", service: "s"))
      clock.advance(by: .milliseconds(100))
    }
    return client.status.services.first { $0.name == "s" }?.endpoints.map(\.state) ?? []
  }

  @Test func `it does not open a breaker for slow responses`() async throws {
    #expect(try await states() == [.up])
  }
}
