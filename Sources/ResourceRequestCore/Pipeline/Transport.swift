// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends one resolved request once.
///
/// Knows nothing of services, retries, redirects or tokens.
///
/// **Choose.** `CurlTransport` is the default on Linux and macOS, `URLSessionTransport` elsewhere.
/// **Use.** Give one to `ResourceClient(configuration:transport:)`; it ends with its last reference.
/// **Implement.** Prove yours with `TransportConformance` of ResourceRequestTesting. It must
/// - send the request at most once, whatever the underlying library would like to do,
/// - return every final answer, redirects and errors of the server included,
/// - end at ``CallContext/deadline`` with `deadlineExceeded` and at cancellation with `CancellationError`,
/// - keep to ``ResolvedRequest/options``, or throw `unsupported`,
/// - throw ``TransportFailure`` for everything else.
public protocol Transport: Sendable {
  /// Sends a request and takes in its answer.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`.
  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse

  /// The codings it decodes, for `Accept-Encoding`, such as `gzip, br`; `nil` where it decodes none.
  var acceptedEncodings: String? { get }

  /// Whether the calling thread is one the transport needs to make progress, so that a blocking call on it would wait
  /// for itself.
  var needsCurrentThread: Bool { get }

  /// Whether it hands over a body as a stream where one is asked for.
  ///
  /// One that does not refuses to, with `unsupported`; a delegate is then told of whole bodies.
  var streamsBodies: Bool { get }

  /// Tries options of TLS without a connection: whether what they name can be loaded and fits together.
  ///
  /// Called when a configuration is read for this transport, so that a wrong password is told with its place in the
  /// document and not by the first request. May block for as long as it takes to read the files.
  ///
  /// - Throws: ``TLSFault``.
  func check(_ tls: TLSOptions) throws(TLSFault)
}

extension Transport {
  /// None, unless a transport says otherwise.
  public var acceptedEncodings: String? { nil }

  /// No, unless a transport says otherwise.
  public var needsCurrentThread: Bool { false }

  /// Yes, unless a transport says otherwise.
  public var streamsBodies: Bool { true }

  /// Finds nothing wrong, unless a transport says otherwise.
  public func check(_ tls: TLSOptions) throws(TLSFault) {}
}
