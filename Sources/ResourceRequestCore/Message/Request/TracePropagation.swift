// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which parts of the caller's trace are propagated to a service.
public struct TracePropagation: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Creates options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The trace context: `traceparent` and `tracestate` (W3C Trace Context), or the fields of another tracer.
  public static let trace = Self(rawValue: 1)
  /// The baggage: `baggage` (W3C Baggage).
  public static let baggage = Self(rawValue: 2)
}
