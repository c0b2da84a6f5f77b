// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An event of a request or of the client.
///
/// It contains facts and no secrets.
public struct RequestEvent: Sendable {
  /// The kind of an event.
  ///
  /// The set is open: later versions, transports and middleware may add kinds.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let rawValue: String
    /// From which level on it is logged; unless the event itself says otherwise.
    let level: Level

    /// Creates a kind with a name; events of one that the SDK does not have are logged at the level trace.
    public init(rawValue: String) {
      self = Self.logged.first { $0.rawValue == rawValue } ?? Kind(rawValue, .trace)
    }

    /// Declares a kind.
    init(_ name: String, _ level: Level) {
      rawValue = name
      self.level = level
    }

    /// Whether observers receive it whose interest is ``EventInterest/notable``: what a program logs at the level info or
    /// above.
    package var isNotable: Bool { level <= .info }

    /// The name.
    public var description: String { rawValue }

    /// The request was routed: ``RequestEvent/request`` is set.
    public static let resolved = Kind("resolved", .trace)
    /// The transport has received the request, which may wait for admission.
    public static let queued = Kind("queued", .trace)
    /// A connection is ready: ``RequestEvent/peer`` and ``RequestEvent/reusedConnection`` are set where known.
    public static let connected = Kind("connected", .trace)
    /// The request was handed to the connection; libcurl tells it when the head of the response has arrived.
    public static let sent = Kind("sent", .trace)
    /// The head of the final response has arrived: ``RequestEvent/status`` is set.
    public static let head = Kind("head", .trace)
    /// A redirect is followed: ``RequestEvent/status`` and ``RequestEvent/request`` (the next request) are set.
    public static let redirected = Kind("redirected", .trace)
    /// The call has ended with a response: ``RequestEvent/status`` and ``RequestEvent/metrics`` are set.
    public static let finished = Kind("finished", .debug)
    /// An attempt starts: ``RequestEvent/attempt``, ``RequestEvent/reason`` and, if one was chosen,
    /// ``RequestEvent/endpoint`` are set.
    public static let attemptStarted = Kind("attemptStarted", .trace)
    /// An attempt has a response, whether or not another attempt follows: ``RequestEvent/status`` is set.
    public static let attemptAnswered = Kind("attemptAnswered", .trace)
    /// An attempt has failed, whether or not another follows: ``RequestEvent/code`` is set.
    public static let attemptFailed = Kind("attemptFailed", .trace)
    /// An attempt was cancelled: its caller cancelled, or another attempt was faster.
    public static let attemptCancelled = Kind("attemptCancelled", .trace)
    /// The call has failed: ``RequestEvent/code`` is set.
    public static let failed = Kind("failed", .info)
    /// Something needs a person's attention, such as TLS without verification or a missing secret file:
    /// ``RequestEvent/message`` describes it.
    public static let warning = Kind("warning", .warning)
    /// A cache has handled the request: ``RequestEvent/cache`` is set.
    public static let cached = Kind("cached", .trace)
    /// The client has taken another configuration: ``RequestEvent/generation`` and ``RequestEvent/configuration`` are
    /// set.
    ///
    /// It belongs to no call, so its id is 0.
    public static let reloaded = Kind("reloaded", .info)
    /// A configuration was rejected, and the current one stays: ``RequestEvent/message`` has the mistakes and their
    /// places.
    ///
    /// It belongs to no call, so its id is 0.
    public static let reloadRejected = Kind("reloadRejected", .warning)
    /// The call was cancelled, or its streamed response was left before its end.
    public static let cancelled = Kind("cancelled", .debug)
  }

  /// A log level; each includes those before it.
  public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Warnings and rejected configurations.
    case warning
    /// Failed calls, taken configurations, ejected and returned endpoints.
    case info
    /// A line for each call, and for each attempt after its first.
    case debug
    /// All events.
    case trace

    /// Orders levels by verbosity.
    public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: UInt8 {
      switch self {
      case .warning: 0
      case .info: 1
      case .debug: 2
      case .trace: 3
      }
    }
  }

  /// The number of the call; 0 for events of the client itself.
  public let id: UInt64
  /// The moment of the event.
  public let moment: ContinuousClock.Instant
  /// The kind of the event.
  public let kind: Kind
  /// The call that this call serves, such as by fetching a token.
  public var servedCall: UInt64?
  /// The hop, from 1.
  public var hop = 1
  /// The attempt, from 1; 0 for events outside attempts.
  public var attempt = 0
  /// The reason for the attempt.
  public var reason: AttemptReason?
  /// The endpoint chosen for the attempt.
  public var endpoint: String?
  /// The request of this hop.
  public var request: RequestSummary?
  /// The address of the peer, as `address:port`; an IPv6 address is in brackets.
  public var peer: String?
  /// Whether the exchange reused a connection.
  public var reusedConnection: Bool?
  /// What opened the connection, such as `sockets` or `libcurl`; `nil` if the transport does not say.
  public var transport: String?
  /// The status of a response.
  public var status: Status?
  /// The metrics of the exchange.
  public var metrics: ExchangeMetrics?
  /// The duration of an attempt or a call; set at its end.
  public var duration: Duration?
  /// The number of attempts; set at the end of a call.
  public var attempts: Int?
  /// How a cache took part in the response.
  public var cache: CacheVerdict?
  /// The code of the failure.
  public var code: ResourceError.Code?
  /// The generation of the configuration that applies to the call; 0 if unknown.
  public var generation = 0
  /// The digest of a configuration that was taken.
  public var configuration: String?
  /// The text of a warning, in one sentence without secrets; for a new connection, what was agreed on for TLS, where the
  /// transport tells, such as `TLSv1.3 / TLS_AES_256_GCM_SHA384, ALPN h2`.
  public var message: String? {
    didSet { message = message.map { Redaction.text($0) } }
  }

  /// From which level on it is logged.
  package var logLevel: Level {
    switch kind {
    // Whoever made the call that it serves hears of it.
    case .failed where servedCall != nil: .debug
    case .attemptStarted where attempt > 1: .debug
    default: kind.level
    }
  }

  /// Creates an event without further facts.
  public init(id: UInt64, moment: ContinuousClock.Instant, kind: Kind) {
    self.id = id
    self.moment = moment
    self.kind = kind
  }
}

extension RequestEvent.Kind {
  /// A configuration is tried with a share of the calls.
  ///
  /// ``RequestEvent/generation`` and ``RequestEvent/configuration`` are those of the new configuration;
  /// ``RequestEvent/message`` has the share and the time.
  public static let rolloutStarted = RequestEvent.Kind("rolloutStarted", .info)
  /// The configuration on trial was taken for all calls; ``RequestEvent/message`` has the reason.
  public static let rolloutTaken = RequestEvent.Kind("rolloutTaken", .info)
  /// The configuration on trial was rolled back, and the previous one applies to all calls again;
  /// ``RequestEvent/message`` has the reason.
  public static let rolledBack = RequestEvent.Kind("rolledBack", .warning)
  /// An endpoint is ejected for a while: ``RequestEvent/endpoint`` is set, and ``RequestEvent/message`` has the reason
  /// and the time.
  public static let endpointEjected = RequestEvent.Kind("endpointEjected", .info)
  /// An ejected endpoint is used again: ``RequestEvent/endpoint`` is set.
  public static let endpointReturned = RequestEvent.Kind("endpointReturned", .info)
  /// A failed call is not retried: ``RequestEvent/message`` has the reason.
  public static let retryRefused = RequestEvent.Kind("retryRefused", .debug)

  /// The kinds that are logged above the level trace.
  fileprivate static let logged: [RequestEvent.Kind] = [
    finished, failed, warning, reloaded, reloadRejected, cancelled, rolloutStarted, rolloutTaken, rolledBack,
    endpointEjected, endpointReturned, retryRefused,
  ]
}
