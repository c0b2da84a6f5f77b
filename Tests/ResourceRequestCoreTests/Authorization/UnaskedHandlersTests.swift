// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

/// Handlers that nobody would ask.
struct UnaskedHandlersTests {
  private struct PIN: SecurityCheckHandler {
    let securityCheck = "PIN"

    func handle(challenge: JSON) async throws -> SecurityCheckAnswer { .cancel }
  }

  @Test func `handlers of security checks without a registered client are warned of once`() async throws {
    let events = RecordedEvents()
    let client = ResourceClient(
      configuration: ResourceConfiguration(gateway: Gateway(serverURL: try ResourceURL("http://g.example"))),
      transport: StubTransport { _, _ in .text("") },
      options: ClientOptions(
        authorization: AuthorizationOptions(securityCheckHandlers: [PIN()]),
        environment: RequestEnvironment(observer: events)
      )
    )
    for _ in 0..<2 { _ = try await client.send(ResourceRequest("/adapters/a/b")) }
    let warnings = events.events(of: .warning).compactMap(\.message)
    #expect(warnings.count == 1 && warnings[0].contains("`AuthorizationOptions.registeredClient`"), "\(warnings)")
  }
}
