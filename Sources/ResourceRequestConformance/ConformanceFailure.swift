// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a transport did instead of what it must.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected and what came.
  public let description: String

  /// A failure that says this.
  public init(_ description: String) {
    self.description = description
  }
}
