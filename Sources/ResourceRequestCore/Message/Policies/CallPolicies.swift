// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What one call says of its policies; what is `nil` is the service's to say.
package struct CallPolicies: Sendable, Hashable {
  /// When an attempt is followed by another.
  package var retry: RetryPolicy?
  /// When a second attempt is made beside the first.
  package var hedge: HedgePolicy?
  /// The key that makes it safe to repeat.
  package var idempotencyKey: String?
  /// How much depends on it.
  package var criticality: Criticality?
  /// How long one attempt may take.
  package var attemptTimeout: Duration?

  package init() {}
}
