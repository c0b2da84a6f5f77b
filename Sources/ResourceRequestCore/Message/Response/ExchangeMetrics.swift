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
  /// Bytes sent: head and body of the request; through a new tunnel, those of the CONNECT too.
  public var bytesSent = 0
  /// Bytes received: head and body of the response, before decompression; through a new tunnel, those of the proxy too.
  public var bytesReceived = 0
  /// Whether the exchange reused a connection.
  public var reusedConnection = false
  /// The HTTP version of the response.
  public var httpVersion: ExchangeMetrics.HTTPVersion?
  /// The numeric address of the peer.
  public var peerAddress: String?
  /// The port of the peer.
  public var peerPort: Int?

  /// How long the attempt was under way, its wait for a connection included; `nil` if that was not measured.
  var underWay: Duration? { total > .zero ? total + (queued ?? .zero) : nil }

  /// Creates metrics with a total time; the other values can be set afterwards.
  public init(total: Duration = .zero) {
    self.total = total
  }

  /// A version of HTTP.
  public struct HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    /// The major version.
    package let major: Int
    /// The minor version.
    package let minor: Int

    /// Creates a version.
    public init(major: Int, minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// HTTP/1.0.
    public static let http1_0 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1.
    public static let http1_1 = HTTPVersion(major: 1, minor: 1)
    /// HTTP/2.
    public static let http2 = HTTPVersion(major: 2, minor: 0)
    /// HTTP/3.
    public static let http3 = HTTPVersion(major: 3, minor: 0)

    /// The version number, such as `1.1` or `2`.
    package var number: String { major >= 2 ? "\(major)" : "\(major).\(minor)" }

    /// The name as in a status line, such as `HTTP/1.1` or `HTTP/2`.
    public var description: String { major >= 2 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }
  }
}
