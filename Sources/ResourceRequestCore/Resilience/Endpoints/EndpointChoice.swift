// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where an attempt goes, and what it gives back at its end.
struct EndpointChoice: Sendable, Hashable {
  /// The endpoint's place in the table.
  let index: Int
  /// The period of the endpoint's health in which the attempt began.
  let period: UInt32
  /// Whether it tries an endpoint that rested.
  var isProbe = false
  /// Whether it went to any, healthy or not, because too few are.
  var inPanic = false
}
