// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What one exchange on the wire cost.
///
/// Each duration counts from the start of the exchange in the transport.
public struct ExchangeMetrics: Sendable, Hashable {
  /// Until the name was looked up; `nil` where the transport cannot tell or a connection was reused.
  public var nameLookup: Duration?
  /// Until the connection stood; `nil` where the transport cannot tell or a connection was reused.
  public var connect: Duration?
  /// Until TLS was agreed; `nil` for clear text, for a reused connection, or where the transport cannot tell.
  public var tls: Duration?
  /// Until the first byte of the answer.
  public var firstByte: Duration?
  /// Until the last byte of the answer.
  public var total: Duration
  /// Bytes of the request, head and body, as sent.
  public var bytesSent: Int
  /// Bytes of the answer, head and body, as received (before decompression).
  public var bytesReceived: Int
  /// Whether a connection was used that an earlier exchange had opened.
  public var reusedConnection: Bool
  /// The version of HTTP the answer came in.
  public var httpVersion: ExchangeMetrics.HTTPVersion?
  /// The numeric address at the other end of the connection.
  public var peerAddress: String?
  /// The port at the other end of the connection.
  public var peerPort: Int?

  /// Metrics of an exchange that took this long; everything else can be filled in.
  public init(total: Duration = .zero) {
    self.total = total
    bytesSent = 0
    bytesReceived = 0
    reusedConnection = false
  }
}
