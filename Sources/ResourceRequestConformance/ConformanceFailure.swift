// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A requirement that a transport did not meet.
package struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected and what happened.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) {
    self.description = description
  }
}
