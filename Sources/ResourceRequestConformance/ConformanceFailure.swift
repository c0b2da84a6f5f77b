// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A requirement that a transport did not meet.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected and what happened.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) {
    self.description = description
  }
}
