// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Time limits of a call and its parts.
///
/// `nil` inherits from the service, then from the configuration's defaults, then from ``standard``.
public struct Timeouts: Sendable, Hashable {
  /// The connect timeout: from the name lookup to a ready connection, TLS included.
  public var connect: Timeout?
  /// The read timeout: the longest silence of the peer once the request is sent (the gap between packets, not their
  /// sum).
  ///
  /// A peer that is receiving the body is not silent.
  public var read: Timeout?
  /// The total timeout of the call: queueing, tokens, redirects, retries and the response body.
  ///
  /// For a stream, a download, a delegate or events it includes the reader's time, and ``standard`` does not apply.
  public var total: Timeout?
  /// The timeout of an attempt: from the connection to the end of its response, or to the head of a streamed one.
  ///
  /// Without one, the first attempt may take all the time and leave none for a retry.
  public var attempt: Timeout?

  /// Creates timeouts; those not named inherit.
  public init(connect: Timeout? = nil, read: Timeout? = nil, total: Timeout? = nil, attempt: Timeout? = nil) {
    self.connect = connect
    self.read = read
    self.total = total
    self.attempt = attempt
  }

  /// The defaults: 10 s to connect, 30 s of silence, 60 s in total.
  public static let standard = Timeouts(connect: .seconds(10), read: .seconds(30), total: .seconds(60))
}
