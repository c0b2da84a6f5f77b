// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a transport must keep to during one exchange. All decided: nothing is left to a default.
public struct ExchangeOptions: Sendable, Hashable {
  /// The longest from the name lookup to a connection that is ready.
  public var connectTimeout: Duration
  /// The longest silence of the peer.
  public var readTimeout: Duration
  /// The largest body of an answer in bytes, after decompression.
  public var bodyLimit: Int
  /// The largest head of an answer in bytes.
  public var headLimit: Int
  /// Which versions of HTTP may be used.
  public var httpVersion: HTTPVersionPolicy
  /// The most exchanges under way to the origin at once; `nil` for no limit of the service's own.
  public var maxConnections: Int?

  /// The standard limits, unless named.
  public init(
    timeouts: Timeouts = .standard,
    limits: ResponseLimits = .standard,
    httpVersion: HTTPVersionPolicy = .negotiated,
    maxConnections: Int? = nil
  ) {
    connectTimeout = timeouts.connect ?? Timeouts.unlimited
    readTimeout = timeouts.read ?? Timeouts.unlimited
    bodyLimit = limits.bodyBytes ?? .max
    headLimit = limits.headBytes ?? .max
    self.httpVersion = httpVersion
    self.maxConnections = maxConnections
  }
}
