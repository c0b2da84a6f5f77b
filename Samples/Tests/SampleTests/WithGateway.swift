// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import LoopbackServer
import ResourceRequestKit

/// Runs a gateway in this process and a client configured for it while the closure runs.
func withGateway(
  _ configuration: ResourceConfiguration = .empty,
  security: SecurityOptions = SecurityOptions(),
  authorization: AuthorizationOptions = AuthorizationOptions(),
  _ body: (ResourceClient) async throws -> Void
) async throws {
  let server = try await GatewayServer.start(client: ResourceClient(configuration: configuration), security: security)
  let gateway = Gateway(serverURL: try ResourceURL(server.url + GatewayServer.contextPath))
  do {
    try await body(
      ResourceClient(
        configuration: ResourceConfiguration(gateway: gateway),
        options: ClientOptions(authorization: authorization)
      )
    )
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
