// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends one resolved request once.
///
/// Knows nothing of services, retries, redirects or tokens.
///
/// **Choose.** `CurlTransport` is the default on Linux and macOS, `URLSessionTransport` elsewhere.
/// **Use.** Give one to `ResourceClient(configuration:transport:)`; it ends with its last reference.
/// **Implement.** Prove yours with `TransportConformance` of ResourceRequestConformance. It must
/// - send the request at most once, whatever the underlying library would like to do,
/// - connect where ``ResolvedRequest/endpoint`` says, or say in its ``capabilities`` that it does not,
/// - return every final answer, redirects and errors of the server included,
/// - end at ``CallContext/deadline`` with `deadlineExceeded` and at cancellation with `CancellationError`,
/// - keep to ``ResolvedRequest/options``, or throw `unsupported`,
/// - throw ``TransportFailure`` for everything else: the one error below the client, beside `CancellationError`.
///
/// A transport around another is a ``TransportDecorator``.
public protocol Transport: Sendable {
  /// Sends a request and takes in its response.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`. What else it throws becomes the cause of a
  ///   ``ResourceError`` with the code `transportFailure`.
  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse

  /// What it can do beside that; the same at every time.
  var capabilities: TransportCapabilities { get }
}
