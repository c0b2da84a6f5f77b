// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Who knows the attempts of a call.
package protocol AttemptSource: AnyObject, Sendable {
  /// The first of the attempts that have ended, so many.
  func attempts(_ count: Int) -> [Attempt]
}
