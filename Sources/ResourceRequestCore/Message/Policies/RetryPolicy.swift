// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which attempts are retried, how often, and after which wait.
///
/// A request that certainly never reached the server may be sent again, whatever its method. Otherwise an attempt is
/// retried if its method may be retried, its outcome is listed, and the retry budget has a token.
public struct RetryPolicy: Sendable, Hashable {
  /// The most attempts, the first included; 1 for no retries.
  public var attempts: Int
  /// The outcomes that are retried.
  public var conditions: Set<RetryCondition>
  /// The methods that may be retried.
  public var methods: RetryMethods
  /// The wait between attempts.
  public var backoff: RetryBackoff
  /// How far beyond the backoff a `Retry-After` is obeyed (RFC 9110 §10.2.3).
  public var retryAfterLimit: Duration
  /// Whether a retry goes to an endpoint that the call has not tried yet, if one is up.
  public var prefersOtherEndpoint: Bool
  /// How many bytes of a streamed body are kept to make it replayable.
  public var replayBytes: Int

  /// Creates a policy; by default three attempts with the standard conditions.
  public init(
    attempts: Int = 3,
    on conditions: Set<RetryCondition> = RetryCondition.standard,
    methods: RetryMethods = .idempotent,
    backoff: RetryBackoff = RetryBackoff(),
    retryAfterLimit: Duration = .seconds(10),
    prefersOtherEndpoint: Bool = true,
    replayBytes: Int = 1 << 20
  ) {
    self.attempts = max(1, attempts)
    self.conditions = conditions
    self.methods = methods
    self.backoff = backoff
    self.retryAfterLimit = retryAfterLimit
    self.prefersOtherEndpoint = prefersOtherEndpoint
    self.replayBytes = replayBytes
  }

  /// No retries.
  public static let never = RetryPolicy(attempts: 1)
  /// Three attempts.
  public static let standard = RetryPolicy()

  /// This many attempts, the first included.
  public static func attempts(_ count: Int) -> RetryPolicy { RetryPolicy(attempts: count) }
}

/// The wait before a retry: a random time up to a limit that doubles (exponential backoff with full jitter).
///
/// Clients that failed together retry at different times.
public struct RetryBackoff: Sendable, Hashable {
  /// The limit before the first retry.
  public var base: Duration
  /// The largest limit.
  public var max: Duration

  /// Creates a backoff; by default from 50 ms, doubling up to 2 s.
  public init(base: Duration = .milliseconds(50), max: Duration = .seconds(2)) {
    self.base = base
    self.max = max
  }
}

/// An outcome that is retried.
public enum RetryCondition: Sendable, Hashable {
  /// No connection: lookup, connect or TLS handshake failed.
  case connectFailure
  /// The connection broke before the response was complete.
  case reset
  /// The attempt took longer than its timeout, or the server was silent for longer than the read timeout.
  case attemptTimeout
  /// A response with this status.
  case status(Status)

  /// The default conditions; 500 is not among them, because it is mostly deterministic.
  public static let standard: Set<RetryCondition> = [
    .connectFailure, .reset, .attemptTimeout, .status(408), .status(429), .status(502), .status(503), .status(504),
  ]
}

extension RetryCondition: CustomStringConvertible {
  /// The word or number of the condition in a configuration.
  public var description: String {
    switch self {
    case .connectFailure: "connectFailure"
    case .reset: "reset"
    case .attemptTimeout: "attemptTimeout"
    case .status(let status): "\(status.code)"
    }
  }
}

/// The methods that may be retried although the server may have executed the previous attempt.
public enum RetryMethods: Sendable, Hashable {
  /// Idempotent methods (RFC 9110 §9.2.2), and others that carry an idempotency key.
  case idempotent
  /// These methods, for services that detect repeated requests themselves.
  case listed(Set<RequestMethod>)

  /// Whether a method may be retried.
  package func contains(_ method: RequestMethod) -> Bool {
    switch self {
    case .idempotent: method.isIdempotent
    case .listed(let methods): methods.contains(method)
    }
  }
}

/// A retry budget: a token bucket that successes fill and that retries and hedges drain.
///
/// In an outage nothing succeeds, so retries stop. A bucket filled by requests would keep adding load to a service that
/// answers none of them, and the service would not recover. While nothing succeeds, a few of the remaining tokens can
/// be spent at once, then eight a second (or ``minPerSecond``, if that is more), so that clients that see the same
/// outage do not double the load.
public struct RetryBudgetPolicy: Sendable, Hashable {
  /// Tokens added per success.
  public var perSuccess: Double
  /// The capacity of the bucket, and its initial content.
  public var tokens: Int
  /// Retries per second that are always allowed, for clients with little traffic.
  public var minPerSecond: Double

  /// Creates a budget; by default a retry for five successes, a capacity of 100, and one retry a second.
  public init(perSuccess: Double = 0.2, tokens: Int = 100, minPerSecond: Double = 1) {
    self.perSuccess = perSuccess
    self.tokens = tokens
    self.minPerSecond = minPerSecond
  }
}
