// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What may add attempts or time to those of a request's policies.
package enum AttemptExtra: String, Sendable, CaseIterable {
  case failedConnection = "a failed connection"
  case staleConnections = "stale connections"
  case redirects
  case tokens
  case logins
  case expectation = "a refused Expect"
  case cache = "the cache"
  case middleware = "own middleware"
  case retryAfter = "Retry-After"
  case rate = "the rate"
  case queue = "the queue"

  /// Whether it only makes the call wait, so that a limit of time covers it.
  package var isWait: Bool { self == .retryAfter || self == .rate || self == .queue }
}
