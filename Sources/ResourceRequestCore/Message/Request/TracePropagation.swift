// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What of the caller's trace goes along with the requests to a service.
public struct TracePropagation: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The position in the trace: `traceparent` and `tracestate` (W3C Trace Context), or what another tracer writes.
  public static let trace = Self(rawValue: 1)
  /// What the program has packed for everybody: `baggage` (W3C Baggage).
  public static let baggage = Self(rawValue: 2)
}
