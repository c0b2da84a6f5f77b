// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
