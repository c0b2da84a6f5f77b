// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends one resolved request, once.
///
/// It knows nothing of services, retries, redirects and tokens.
///
/// **Choose.** `CurlTransport` is the default on Linux and macOS, `URLSessionTransport` elsewhere. **Use.** Pass one to
/// `ResourceClient(configuration:transport:)`; it ends with its last reference. **Implement.** Test yours with
/// `TransportConformance` of ResourceRequestConformance. It must
/// - send the request at most once, whatever the underlying library would do by itself,
/// - connect to ``ResolvedRequest/endpoint``, or state in its ``capabilities`` that it does not,
/// - return every final response, redirects and server errors included,
/// - end at ``CallContext/deadline`` with `deadlineExceeded` and at cancellation with `CancellationError`,
/// - apply ``ResolvedRequest/options``, or throw `unsupported`,
/// - throw ``TransportFailure`` for everything else: the only error below the client besides `CancellationError`.
///
/// A transport that wraps another is a ``TransportDecorator``.
public protocol Transport: Sendable {
  /// Sends a request and receives its response.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`. Any other error becomes the cause of a ``ResourceError``
  ///   with the code `transportFailure`.
  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse

  /// The optional features it supports; constant.
  var capabilities: TransportCapabilities { get }
}
