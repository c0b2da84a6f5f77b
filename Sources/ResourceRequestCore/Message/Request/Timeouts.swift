// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Time limits of a call and its parts.
///
/// `nil` inherits from the service, then from the configuration's defaults, then from ``standard``.
public struct Timeouts: Sendable, Hashable {
  /// From the start of the name lookup to a connection that is ready for the request, TLS included.
  public var connect: Timeout?
  /// The longest silence of the peer once the request goes out (a socket timeout: the gap between packets, not their sum).
  ///
  /// A peer that takes more of a body is not silent.
  public var read: Timeout?
  /// Everything from the call to its end: queueing, tokens, redirects, retries, the body of the response.
  ///
  /// For a stream, a download, a delegate or events, the reader's time included; ``standard`` does not hold for them.
  public var total: Timeout?
  /// One of several attempts: from the connection to the end of its response, to its head where that is a stream.
  ///
  /// Without one, an attempt may take all the time there is, and leave none for another.
  public var attempt: Timeout?

  /// Sets the limits named; the others inherit.
  public init(connect: Timeout? = nil, read: Timeout? = nil, total: Timeout? = nil, attempt: Timeout? = nil) {
    self.connect = connect
    self.read = read
    self.total = total
    self.attempt = attempt
  }

  /// The defaults: 10 s to connect, 30 s of silence, 60 s in all.
  public static let standard = Timeouts(connect: .seconds(10), read: .seconds(30), total: .seconds(60))

  /// These timeouts; each that is `nil` inherits from `outer`.
  public func merging(_ outer: Timeouts) -> Timeouts {
    Timeouts(
      connect: connect ?? outer.connect,
      read: read ?? outer.read,
      total: total ?? outer.total,
      attempt: attempt ?? outer.attempt
    )
  }
}
