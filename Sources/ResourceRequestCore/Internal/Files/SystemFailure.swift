// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// An error whose text holds no secret.
package protocol TellableError: Error, CustomStringConvertible {}

/// An operation that the system refused, with the system's own reason.
package struct SystemFailure: TellableError {
  package let description: String

  /// A failure that the system does not know of.
  package init(reason: String) {
    description = reason
  }

  /// The failure of the previous call, whose number is still in `errno`.
  package init(_ what: String) {
    description = "\(what): \(String(cString: strerror(errno)))"
  }
}
