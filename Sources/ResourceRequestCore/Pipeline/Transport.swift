// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends one resolved request, once.
///
/// It knows nothing of services, retries, redirects and tokens.
///
/// **Choose.** The default is `SocketTransport` on Linux (`CurlTransport` for proxies), `CurlTransport` on macOS,
/// `URLSessionTransport` elsewhere. **Use.** Pass one to `ResourceClient(configuration:transport:)`; it ends with its
/// last reference. **Implement.** Test yours with `TransportConformance` of ResourceRequestConformance. It must
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

/// The optional features of a transport, as one value that decorators pass on.
///
/// By default a transport decodes nothing, can stream bodies, does not support endpoints, needs no particular thread,
/// and accepts all TLS options.
public struct TransportCapabilities: Sendable {
  /// What it is called in ``ClientStatus/transport``; `nil` for a transport without a name.
  public var name: String?
  /// The content codings it decodes, for `Accept-Encoding`, such as `gzip, br`; `nil` if it decodes none.
  public var acceptedEncodings: String?
  /// Whether it can return a body as a stream.
  ///
  /// If not, it refuses to with `unsupported`, and a delegate receives whole bodies.
  public var streamsBodies: Bool
  /// Whether it connects to ``ResolvedRequest/endpoint``.
  ///
  /// If not, the client fails requests with an endpoint with `unsupported`.
  public var connectsToEndpoints: Bool

  /// Ends idle connections of destinations that a reload changed or removed, after a time for draining.
  ///
  /// Must not retain the transport.
  package var lifetimesEnded: @Sendable ([DestinationLifetime]) -> Void = { _ in }

  /// Lists the open connections; `nil` if the transport does not tell them.
  ///
  /// Must not retain the transport, and must answer after its end too.
  package var connections: @Sendable () async -> [ConnectionStatus]? = { nil }

  private let connectionCount: @Sendable () -> OpenConnections?
  private let threadTest: @Sendable () -> Bool
  private let tlsTest: @Sendable (TLSOptions) throws(TLSFault) -> Void

  /// Creates capabilities.
  ///
  /// - Parameters:
  ///   - acceptedEncodings: see ``acceptedEncodings``.
  ///   - streamsBodies: see ``streamsBodies``.
  ///   - connectsToEndpoints: see ``connectsToEndpoints``.
  ///   - needsCurrentThread: see ``needsCurrentThread``. Must not retain the transport.
  ///   - openConnections: see ``openConnections``. Must not retain the transport.
  ///   - tlsCheck: see ``check(_:)``.
  public init(
    acceptedEncodings: String? = nil,
    streamsBodies: Bool = true,
    connectsToEndpoints: Bool = false,
    needsCurrentThread: @escaping @Sendable () -> Bool = { false },
    openConnections: @escaping @Sendable () -> OpenConnections? = { nil },
    tlsCheck: @escaping @Sendable (TLSOptions) throws(TLSFault) -> Void = { _ in }
  ) {
    self.acceptedEncodings = acceptedEncodings
    self.streamsBodies = streamsBodies
    self.connectsToEndpoints = connectsToEndpoints
    threadTest = needsCurrentThread
    connectionCount = openConnections
    tlsTest = tlsCheck
  }

  /// The number of open connections; `nil` if unknown.
  public var openConnections: OpenConnections? { connectionCount() }

  /// Whether the transport needs the calling thread to make progress, so that a blocking call on it would deadlock.
  public var needsCurrentThread: Bool { threadTest() }

  /// Checks TLS options without a connection: whether their files can be loaded and fit together.
  ///
  /// Called when a configuration is read for this transport, so that a mistake such as a wrong password is reported
  /// with its place in the document, not by the first request. May block while it reads the files.
  ///
  /// - Throws: ``TLSFault``.
  public func check(_ tls: TLSOptions) throws(TLSFault) { try tlsTest(tls) }
}
