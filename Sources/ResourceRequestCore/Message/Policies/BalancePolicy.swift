// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which of the endpoints of a service gets the next request.
public enum BalancePolicy: Sendable, Hashable {
  /// Of two drawn by weight, the one with fewer requests under way.
  case leastRequest
  /// One after the other, as often as their weights say.
  case roundRobin
  /// Any, as likely as their weights say.
  case random
  /// Of two drawn by weight, the one whose latest answers and requests under way promise the earlier answer.
  case peakEWMA
  /// The one that a part of the request always leads to (Maglev), while it is up.
  case hash(Key)

  /// A part of a request that says where it goes.
  public enum Key: Sendable, Hashable {
    /// A header field.
    case header(String)
    /// A cookie.
    case cookie(String)
    /// The first value of a name in the query.
    case query(String)
  }
}
