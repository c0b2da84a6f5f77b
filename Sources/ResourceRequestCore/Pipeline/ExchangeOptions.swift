// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The limits and options of one exchange, for a transport.
///
/// Every option has a value; a transport applies no defaults.
public struct ExchangeOptions: Sendable, Hashable {
  /// The connect timeout: from the name lookup to an open connection.
  public var connectTimeout: Timeout
  /// The read timeout: the longest silence of the peer.
  public var readTimeout: Timeout
  /// The largest body of a response in bytes, after decompression.
  public var bodyLimit: Int
  /// The largest head of a response in bytes.
  public var headLimit: Int
  /// The HTTP versions to use.
  public var httpVersion: HTTPVersionPolicy
  /// The most connections to the origin at once, each with one exchange or, over HTTP/2, as many as the server allows; `nil`
  /// for 64.
  ///
  /// libcurl counts exchanges instead, and by `nil` any number that share connections.
  public var maxConnections: Int?
  /// The most connections to an origin unless a service says otherwise: more keep neither a server nor the network busier,
  /// and thousands of tasks would open thousands.
  package static let standardConnections = 64

  /// The window of a streamed response body; `nil` for a buffered body.
  public var streamWindow: Int?
  /// How long to wait for `100 Continue` before the body is sent anyway (RFC 9110 §10.1.1); `nil` sends no `Expect`.
  public var expectContinue: Timeout?
  /// The expansion limit: bytes for each byte of a compressed body; checked from the first megabyte on, for the whole
  /// body and for what comes before each 32 KiB of it.
  public var expansionLimit = ExchangeOptions.standardExpansionLimit
  /// Whether the body is freed from its content codings; otherwise it is delivered as it came.
  public var decodesContent = true

  /// Whether a redirect is delivered at its head, as a stream, if the transport can: the call continues without waiting
  /// for its body, which may not end.
  package var streamsRedirects = false

  /// Whether to open a new connection, if the transport can: a kept one has just failed.
  package var wantsNewConnection = false
  /// Whether a connection that was just opened counts as new, where requests share connections.
  package var mayShareNewConnection = true

  /// Who its connection is kept for; `nil` if nobody ends that.
  package var lifetime: DestinationLifetime?

  /// The connection options; `nil` for the defaults.
  package var sharedConnection: SharedConnectionOptions?

  /// The connection options.
  public var connection: ConnectionOptions {
    get { sharedConnection?.value ?? ConnectionOptions() }
    set { sharedConnection = newValue == ConnectionOptions() ? nil : SharedConnectionOptions(newValue) }
  }

  /// The default: above legitimate content, below a decompression bomb.
  package static let standardExpansionLimit = 500

  /// Creates options; by default with the standard limits.
  public init(
    timeouts: Timeouts = .standard,
    limits: ResponseLimits = .standard,
    httpVersion: HTTPVersionPolicy = .negotiated,
    maxConnections: Int? = nil,
    connection: ConnectionOptions = ConnectionOptions()
  ) {
    connectTimeout = timeouts.connect ?? .unlimited
    readTimeout = timeouts.read ?? .unlimited
    bodyLimit = limits.bodyBytes ?? .max
    headLimit = limits.headBytes ?? .max
    self.httpVersion = httpVersion
    self.maxConnections = maxConnections
    self.connection = connection
  }
}
