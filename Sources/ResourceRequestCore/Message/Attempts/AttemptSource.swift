// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Provides the attempts of a call.
package protocol AttemptSource: AnyObject, Sendable {
  /// The first `count` ended attempts.
  func attempts(_ count: Int) -> [Attempt]
}
