// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A client-side rate limit.
public struct RatePolicy: Sendable, Hashable {
  /// Header fields by which a service announces its limits.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The `RateLimit` field (draft-ietf-httpapi-ratelimit-headers), and the three fields of its early drafts.
    case rateLimit = "RateLimit"
    /// `Retry-After` with 429 and 503 (RFC 9110 §10.2.3).
    case retryAfter = "Retry-After"
    /// `X-RateLimit-Limit`, `-Remaining` and `-Reset`.
    case legacy = "X-RateLimit"
  }

  /// Requests per period; `nil` for no limit but the service's.
  public var requests: Int?
  /// The period.
  public var per: Duration
  /// The burst: requests that may be sent at once.
  public var burst: Int
  /// The header fields to obey.
  public var obey: Set<Source>

  /// Creates a rate limit; by default per second, with a burst of as many requests.
  public init(requests: Int? = nil, per: Duration = .seconds(1), burst: Int? = nil, obey: Set<Source> = []) {
    self.requests = requests
    self.per = per
    self.burst = burst ?? requests ?? 1
    self.obey = obey
  }
}
