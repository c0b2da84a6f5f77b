// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long the parts of an exchange may take.
///
/// What is `nil` is decided further out: by the service, by the configuration's defaults, at last by ``standard``.
public struct Timeouts: Sendable, Hashable {
  /// From the start of the name lookup to a connection that is ready for the request, TLS included.
  public var connect: Duration?
  /// The longest silence of the peer once the request goes out (a socket timeout: the gap between packets, not their sum).
  ///
  /// A peer that takes more of a body is not silent.
  public var read: Duration?
  /// Everything from the call to its end: queueing, tokens, redirects, retries, the body of the answer.
  ///
  /// For a stream, a download, a delegate or events, the reader's time included; ``standard`` does not hold for them.
  public var total: Duration?
  /// One of several attempts: from the connection to the end of its answer, to its head where that is a stream.
  ///
  /// Without one, an attempt may take all the time there is, and leave none for another.
  public var attempt: Duration?

  /// Limits for the parts named; the others are left to be decided further out.
  public init(connect: Duration? = nil, read: Duration? = nil, total: Duration? = nil, attempt: Duration? = nil) {
    self.connect = connect
    self.read = read
    self.total = total
    self.attempt = attempt
  }

  /// What holds where nobody says otherwise: 10 s to connect, 30 s of silence, 60 s in all.
  public static let standard = Timeouts(connect: .seconds(10), read: .seconds(30), total: .seconds(60))

  /// A duration that never ends, for a limit that is to be off (292 years).
  public static let unlimited = Duration.nanoseconds(Int64.max)

  /// These limits, and for each that is `nil` the one of `outer`.
  public func over(_ outer: Timeouts) -> Timeouts {
    Timeouts(
      connect: connect ?? outer.connect,
      read: read ?? outer.read,
      total: total ?? outer.total,
      attempt: attempt ?? outer.attempt
    )
  }
}
