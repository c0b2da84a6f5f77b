// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A transport around another: it changes, counts or records what passes, and can do what the other can.
///
/// What it does not implement goes to the other as it is, so a new capability reaches through decorators that know nothing
/// of it.
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
  /// The transport inside.
  var transport: any Transport { get }
}

extension TransportDecorator {
  /// What the transport inside can do.
  public var capabilities: TransportCapabilities { transport.capabilities }

  /// Passes the request on.
  ///
  /// - Throws: What the transport inside throws.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await transport.send(request, context: context)
  }
}
