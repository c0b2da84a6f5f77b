// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The timings and sizes of one exchange.
///
/// Each duration counts from the start of the exchange in the transport.
public struct ExchangeMetrics: Sendable, Hashable {
  /// Time the exchange waited for admission before it started; `nil` if unknown.
  public var queued: Duration?
  /// Time to the end of the name lookup; `nil` if unknown or on a reused connection.
  public var nameLookup: Duration?
  /// Time to an open connection; `nil` if unknown or on a reused connection.
  public var connect: Duration?
  /// Time to the end of the TLS handshake; `nil` without TLS, on a reused connection, or if unknown.
  public var tls: Duration?
  /// Time to the first byte of the response.
  public var firstByte: Duration?
  /// Time to the last byte of the response.
  public var total: Duration
  /// Bytes sent: head and body of the request.
  public var bytesSent: Int
  /// Bytes received: head and body of the response, before decompression.
  public var bytesReceived: Int
  /// Whether the exchange reused a connection.
  public var reusedConnection: Bool
  /// The HTTP version of the response.
  public var httpVersion: ExchangeMetrics.HTTPVersion?
  /// The numeric address of the peer.
  public var peerAddress: String?
  /// The port of the peer.
  public var peerPort: Int?

  /// Creates metrics with a total time; the other values can be set afterwards.
  public init(total: Duration = .zero) {
    self.total = total
    bytesSent = 0
    bytesReceived = 0
    reusedConnection = false
  }
}
