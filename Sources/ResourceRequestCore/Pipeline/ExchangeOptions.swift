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
  /// The limit of exchanges in flight to the origin; `nil` for no limit of the service.
  public var maxConnections: Int?

  /// The window of a streamed response body; `nil` for a buffered body.
  public var streamWindow: Int?
  /// How long to wait for `100 Continue` before the body is sent anyway (RFC 9110 §10.1.1); `nil` sends no `Expect`.
  public var expectContinue: Timeout?
  /// The expansion limit: bytes for each byte of a compressed body; checked from the first megabyte on.
  public var expansionLimit: Int

  /// Whether a response that leads elsewhere is handed over at its head, as a stream, where the transport can: the call
  /// goes on from there, and its body, which may have no end, need not be waited for.
  package var streamsRedirects = false

  /// Whether a new connection is wanted, where the transport can tell: one that is open has just failed.
  package var wantsNewConnection = false
  /// Whether one that was just opened will do for it, where requests share connections.
  package var mayShareNewConnection = true

  /// How the connection is made; `nil` for the standard.
  package var sharedConnection: SharedConnectionOptions?

  /// The connection options.
  public var connection: ConnectionOptions {
    get { sharedConnection?.value ?? ConnectionOptions() }
    set { sharedConnection = newValue == ConnectionOptions() ? nil : SharedConnectionOptions(newValue) }
  }

  /// The default: above legitimate content, below a decompression bomb.
  public static let standardExpansionLimit = 500

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
    streamWindow = nil
    expectContinue = nil
    expansionLimit = ExchangeOptions.standardExpansionLimit
    self.connection = connection
  }
}
