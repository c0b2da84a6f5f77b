// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A token that several calls wait for.
struct SharedTokenTests {
  /// Records which task-local values of the caller reach it.
  private final class Provider: TokenProvider {
    let inherited = Lock<[String]>([])

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      inherited.withLock { inherited in
        if ResourceDeadline.current != nil { inherited.append("deadline") }
        if UpstreamAttempt.current != nil { inherited.append("attempt") }
        if Criticality.current != nil { inherited.append("criticality") }
      }
      return AccessToken(Secret("t"))
    }
  }

  @Test func `the deadline of the call that begins it does not apply to obtaining a token`() async throws {
    let provider = Provider()
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example/"}"#),
      transport: StubTransport { _, _ in TransportResponse(status: 200) },
      options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["s": provider]))
    )
    let status = try await ResourceDeadline.with(.seconds(60)) {
      try await UpstreamAttempt.with(UpstreamAttempt(number: 2)) {
        try await Criticality.with(.critical) {
          try await client.send(ResourceRequest("x", service: "s")).status
        }
      }
    }
    #expect(status == 200)
    #expect(provider.inherited.withLock { $0 } == [])
  }
}
