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
