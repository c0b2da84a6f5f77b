// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long to wait before an attempt is repeated: a random time up to a limit that doubles (full jitter).
///
/// Clients that failed together come back apart.
public struct RetryBackoff: Sendable, Hashable {
  /// The limit before the first retry.
  public var base: Duration
  /// The limit that doubling ends at.
  public var max: Duration

  /// 50 ms, doubling up to 2 s, unless named otherwise.
  public init(base: Duration = .milliseconds(50), max: Duration = .seconds(2)) {
    self.base = base
    self.max = max
  }
}
