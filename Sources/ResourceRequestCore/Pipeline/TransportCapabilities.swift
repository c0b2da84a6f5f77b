// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a transport can do beside sending a request, as one value that decorators hand on.
///
/// The standard is a transport that decodes nothing, hands bodies over as streams, connects where URLs lead, needs no
/// thread in particular, and finds nothing wrong with options of TLS.
public struct TransportCapabilities: Sendable {
  /// The codings it decodes, for `Accept-Encoding`, such as `gzip, br`; `nil` where it decodes none.
  public var acceptedEncodings: String?
  /// Whether it hands over a body as a stream where one is asked for.
  ///
  /// One that does not refuses to, with `unsupported`; a delegate is then told of whole bodies.
  public var streamsBodies: Bool
  /// Whether it connects where ``ResolvedRequest/endpoint`` says.
  ///
  /// To one that does not, a client gives no request with an endpoint: the request fails with `unsupported`.
  public var connectsToEndpoints: Bool

  private let connectionCount: @Sendable () -> OpenConnections?
  private let threadTest: @Sendable () -> Bool
  private let tlsTest: @Sendable (TLSOptions) throws(TLSFault) -> Void

  /// The standard, unless named.
  ///
  /// - Parameters:
  ///   - acceptedEncodings: see ``acceptedEncodings``.
  ///   - streamsBodies: see ``streamsBodies``.
  ///   - connectsToEndpoints: see ``connectsToEndpoints``.
  ///   - needsCurrentThread: see ``needsCurrentThread``. Must not keep the transport alive.
  ///   - openConnections: see ``openConnections``. Must not keep the transport alive.
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

  /// How many connections are open now; `nil` where the transport does not know.
  public var openConnections: OpenConnections? { connectionCount() }

  /// Whether the calling thread is one the transport needs to make progress, so that a blocking call on it would wait
  /// for itself.
  public var needsCurrentThread: Bool { threadTest() }

  /// Tries options of TLS without a connection: whether what they name can be loaded and fits together.
  ///
  /// Called when a configuration is read for this transport, so that a wrong password is told with its place in the
  /// document and not by the first request. May block for as long as it takes to read the files.
  ///
  /// - Throws: ``TLSFault``.
  public func check(_ tls: TLSOptions) throws(TLSFault) { try tlsTest(tls) }
}
