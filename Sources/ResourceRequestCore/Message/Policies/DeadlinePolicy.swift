// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a service is told when its answer is of no use any more.
public struct DeadlinePolicy: Sendable, Hashable {
  /// How a time is written.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Whole milliseconds.
    case milliseconds = "ms"
    /// Seconds with a fraction.
    case seconds
    /// As gRPC's `grpc-timeout`: at most eight digits and a unit.
    case grpc
  }

  /// The field the time that is left stands in.
  public var header: String
  /// How it is written.
  public var format: Format
  /// What is kept back for the way and for our own work.
  public var reserve: Duration

  /// Names the field; milliseconds and nothing kept back, unless named otherwise.
  public init(header: String, format: Format = .milliseconds, reserve: Duration = .zero) {
    self.header = header
    self.format = format
    self.reserve = reserve
  }
}
