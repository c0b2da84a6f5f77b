// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoint chosen for an attempt, which is returned at the attempt's end.
struct EndpointChoice: Sendable, Hashable {
  /// The endpoint's index in the table.
  let index: Int
  /// The health period in which the attempt started.
  let period: UInt32
  /// Whether it probes an ejected endpoint.
  var isProbe = false
  /// Whether it was chosen in panic mode, healthy or not, since too few are healthy.
  var inPanic = false
  /// Random bits for its end: to ask the system for more is a system call, and nearly no end needs any.
  var bits: UInt64 = 0
}
