// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Something that happened to a request.
///
/// Carries facts and no secrets.
public struct RequestEvent: Sendable {
  /// What can happen.
  ///
  /// The set is open: later versions, transports and middleware may add codes.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// A kind of this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// Routing knows where the request goes: ``RequestEvent/request`` is set.
    public static let resolved = Kind(rawValue: "resolved")
    /// The transport has the request and may have to wait for its turn.
    public static let queued = Kind(rawValue: "queued")
    /// A connection is ready: ``RequestEvent/peer`` and ``RequestEvent/reusedConnection`` are set where known.
    public static let connected = Kind(rawValue: "connected")
    /// The request has been handed to the connection.
    public static let sent = Kind(rawValue: "sent")
    /// The head of the final answer is in: ``RequestEvent/status`` is set.
    public static let head = Kind(rawValue: "head")
    /// A redirect is followed: ``RequestEvent/status`` and ``RequestEvent/request`` (the next one) are set.
    public static let redirected = Kind(rawValue: "redirected")
    /// The call has its response: ``RequestEvent/status`` and ``RequestEvent/metrics`` are set.
    public static let finished = Kind(rawValue: "finished")
    /// An attempt begins: ``RequestEvent/attempt``, ``RequestEvent/reason`` and, where one was chosen,
    /// ``RequestEvent/endpoint`` are set.
    public static let attemptStarted = Kind(rawValue: "attemptStarted")
    /// An attempt has its response, whatever becomes of it: ``RequestEvent/status`` is set.
    public static let attemptAnswered = Kind(rawValue: "attemptAnswered")
    /// An attempt has failed, whether or not another follows: ``RequestEvent/code`` is set.
    public static let attemptFailed = Kind(rawValue: "attemptFailed")
    /// An attempt was ended from this side: its caller was cancelled, or another attempt was faster.
    public static let attemptCancelled = Kind(rawValue: "attemptCancelled")
    /// The call has failed: ``RequestEvent/code`` is set.
    public static let failed = Kind(rawValue: "failed")
    /// Something is done that a person should look at, such as TLS without verification or a secret whose file is gone:
    /// ``RequestEvent/message`` says what.
    public static let warning = Kind(rawValue: "warning")
    /// A cache has decided what it does with the request's answer: ``RequestEvent/cache`` is set.
    public static let cached = Kind(rawValue: "cached")
    /// The client has taken another configuration: ``RequestEvent/generation`` and ``RequestEvent/configuration`` are set.
    ///
    /// It concerns no call, so its number is 0.
    public static let reloaded = Kind(rawValue: "reloaded")
    /// A configuration is of no use, and the one before stays: ``RequestEvent/message`` says what is wrong, and where.
    ///
    /// It concerns no call, so its number is 0.
    public static let reloadRejected = Kind(rawValue: "reloadRejected")
    /// The call was cancelled.
    public static let cancelled = Kind(rawValue: "cancelled")
  }

  /// The number of the call it happened to; 0 for what concerns the client as a whole.
  public let id: UInt64
  /// When it happened.
  public let moment: ContinuousClock.Instant
  /// What happened.
  public let kind: Kind
  /// The call this one serves, as one that fetches a token does.
  public var servedCall: UInt64?
  /// The hop, from 1.
  public var hop = 1
  /// The attempt, from 1; 0 for what concerns none.
  public var attempt = 0
  /// Why the attempt is made.
  public var reason: AttemptReason?
  /// The endpoint that was chosen for the attempt.
  public var endpoint: String?
  /// What was asked, at this hop.
  public var request: RequestSummary?
  /// The address at the other end, as `address:port`.
  public var peer: String?
  /// Whether an earlier exchange had opened the connection.
  public var reusedConnection: Bool?
  /// The status of a response.
  public var status: Status?
  /// What the exchange cost.
  public var metrics: ExchangeMetrics?
  /// How long an attempt or a call took; set where it ends.
  public var duration: Duration?
  /// The number of attempts; set where a call ends.
  public var attempts: Int?
  /// What a cache had to do with the response.
  public var cache: CacheVerdict?
  /// Why it failed.
  public var code: ResourceError.Code?
  /// How many configurations the client had by the one that holds for the call, that one included; 0 where nobody counts.
  public var generation = 0
  /// The digest of a configuration that was taken.
  public var configuration: String?
  /// What a warning says, in one sentence without secrets.
  public var message: String? {
    didSet { message = message.map { Redaction.text($0) } }
  }

  /// An event of a kind, without further facts.
  public init(id: UInt64, moment: ContinuousClock.Instant, kind: Kind) {
    self.id = id
    self.moment = moment
    self.kind = kind
  }
}
