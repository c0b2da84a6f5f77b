// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A transport that wraps another: it changes, counts or records requests, and has the other's capabilities.
///
/// What it does not implement goes to the inner transport unchanged, so decorators pass on new capabilities without
/// knowing them.
///
/// ```swift
/// struct Labelled: TransportDecorator {
///   let transport: any Transport
///   let label: String
///
///   func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
///     var request = request
///     request.headers["X-Label"] = label
///     return try await transport.send(request, context: context)
///   }
/// }
/// ```
public protocol TransportDecorator: Transport {
  /// The inner transport.
  var transport: any Transport { get }
}

extension TransportDecorator {
  /// The inner transport's capabilities.
  public var capabilities: TransportCapabilities { transport.capabilities }

  /// Passes the request on.
  ///
  /// - Throws: what the inner transport throws.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await transport.send(request, context: context)
  }
}

/// Refuses requests with an endpoint on a transport that would ignore it and follow the URL.
struct EndpointRefusal: TransportDecorator {
  let transport: any Transport

  /// Wraps a transport unless it connects to endpoints.
  static func around(_ transport: any Transport) -> any Transport {
    transport.capabilities.connectsToEndpoints ? transport : EndpointRefusal(transport: transport)
  }

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    guard let endpoint = request.endpoint else { return try await transport.send(request, context: context) }
    let message = "\(type(of: transport)) does not support endpoints such as \(endpoint)"
    throw TransportFailure(unsent: .unsupported, message)
  }
}
