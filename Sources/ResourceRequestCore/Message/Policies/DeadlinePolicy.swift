// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Propagates the deadline of a call to the service in a header field.
public struct DeadlinePolicy: Sendable, Hashable {
  /// The format of the time.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Whole milliseconds.
    case milliseconds = "ms"
    /// Seconds with a fraction.
    case seconds
    /// As gRPC's `grpc-timeout`: at most eight digits and a unit.
    case grpc
  }

  /// The name of the header field.
  public var header: String
  /// The format of the time.
  public var format: Format
  /// Time subtracted for the network and for local work.
  public var reserve: Duration

  /// Names the field; milliseconds and nothing kept back, unless named otherwise.
  public init(header: String, format: Format = .milliseconds, reserve: Duration = .zero) {
    self.header = header
    self.format = format
    self.reserve = reserve
  }
}
