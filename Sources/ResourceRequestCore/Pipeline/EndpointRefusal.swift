// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Refuses requests with an endpoint on a transport that would ignore it and follow the URL.
struct EndpointRefusal: TransportDecorator {
  let transport: any Transport

  /// Wraps a transport unless it connects to endpoints.
  static func around(_ transport: any Transport) -> any Transport {
    transport.capabilities.connectsToEndpoints ? transport : EndpointRefusal(transport: transport)
  }

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    guard let endpoint = request.endpoint else { return try await transport.send(request, context: context) }
    throw TransportFailure(
      code: .unsupported,
      message: "\(type(of: transport)) does not support endpoints such as \(endpoint)",
      phase: .queued
    )
  }
}
