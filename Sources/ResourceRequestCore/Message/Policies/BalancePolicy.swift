// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Chooses the endpoint of the next request.
public enum BalancePolicy: Sendable, Hashable {
  /// Draws two endpoints by weight and takes the one with fewer requests in flight.
  case leastRequest
  /// Takes the endpoints in turn, by weight.
  case roundRobin
  /// Takes a random endpoint, by weight.
  case random
  /// Draws two endpoints by weight and takes the one with the lower latency estimate (peak EWMA × requests in flight).
  case peakEWMA
  /// Takes the endpoint that a part of the request hashes to (Maglev), while it is up.
  case hash(Key)

  /// The part of a request that is hashed.
  public enum Key: Sendable, Hashable {
    /// A header field.
    case header(String)
    /// A cookie.
    case cookie(String)
    /// The first value of a query parameter.
    case query(String)
    /// A variable of the path template, such as `id` in `items/{id}`.
    case pathParameter(String)
  }
}

/// Ramps up the traffic of a returning endpoint.
public struct SlowStartPolicy: Sendable, Hashable {
  /// The length of the ramp.
  public var window: Duration
  /// The shape of the ramp: 1 is linear, more is faster at first.
  public var aggression: Double
  /// The initial share.
  public var min: Double

  /// Creates a linear ramp, by default from a tenth.
  public init(window: Duration, aggression: Double = 1, min: Double = 0.1) {
    self.window = window
    self.aggression = aggression
    self.min = min
  }
}
