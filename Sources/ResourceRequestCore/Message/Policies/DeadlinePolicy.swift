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
  /// The quantile of successful attempts, from 0 to 1, whose duration must be left before the deadline for an attempt
  /// to be sent; `nil` sends with any time left.
  ///
  /// With 0.5, an attempt with less time left than the median fails with ``ResourceError/Code/deadlineExceeded`` before
  /// it is sent. All attempts are sent while fewer than 20 have succeeded, or none has for 10 seconds.
  public var atLeast: Double?

  /// Creates a policy; by default in milliseconds, without a reserve.
  public init(header: String, format: Format = .milliseconds, reserve: Duration = .zero, atLeast: Double? = nil) {
    self.header = header
    self.format = format
    self.reserve = reserve
    self.atLeast = atLeast
  }
}
