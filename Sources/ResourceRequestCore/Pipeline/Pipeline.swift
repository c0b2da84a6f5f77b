// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A chain of middleware that ends at a transport.
///
/// One for each service, so that a middleware owns its policy and state.
package final class Pipeline: Sendable {
  let middleware: [any Middleware]
  let transport: any Transport

  package init(_ middleware: [any Middleware], transport: any Transport) {
    self.middleware = middleware
    self.transport = transport
  }

  package func send(_ request: ResolvedRequest, context: RequestContext) async throws -> TransportResponse {
    try await Next(self, position: 0)(request, context: context)
  }
}
