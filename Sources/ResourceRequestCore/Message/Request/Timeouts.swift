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
  /// For a stream, a download, a delegate or events it includes the reader's time. ``standard`` does not apply to
  /// these, nor to uploads and bodies that are produced while they are sent.
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

/// A time limit: a duration, or none.
///
/// ```swift
/// request.timeouts.total = .seconds(3)
/// request.timeouts.read = .after(duration)
/// request.timeouts.total = .unlimited
/// ```
public enum Timeout: Sendable, Hashable {
  /// A limit of this duration.
  case after(Duration)
  /// No limit.
  case unlimited

  /// A limit in seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> Timeout { .after(.seconds(seconds)) }
  /// A limit in seconds.
  public static func seconds(_ seconds: Double) -> Timeout { .after(.seconds(seconds)) }
  /// A limit in milliseconds.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> Timeout { .after(.milliseconds(milliseconds)) }
  /// A limit in microseconds.
  public static func microseconds(_ microseconds: some BinaryInteger) -> Timeout { .after(.microseconds(microseconds)) }

  /// The duration; `nil` without a limit.
  public var duration: Duration? {
    switch self {
    case .after(let duration): duration
    case .unlimited: nil
    }
  }

  /// The limit as a duration for arithmetic; 292 years if there is none.
  package var length: Duration { duration ?? .longest }
}

extension Timeout: CustomStringConvertible {
  /// The time with its unit, or `unlimited`.
  public var description: String { duration.map { "\($0)" } ?? "unlimited" }
}
