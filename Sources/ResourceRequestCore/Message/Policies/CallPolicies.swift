// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What one call says of its policies; what is `nil` is the service's to say.
package struct CallPolicies: Sendable, Hashable {
  /// Retries.
  package var retry: RetryPolicy?
  /// Hedging.
  package var hedge: HedgePolicy?
  /// The key that makes it safe to repeat.
  package var idempotencyKey: String?
  /// How much depends on it.
  package var criticality: Criticality?
  /// How long one attempt may take.
  package var attemptTimeout: Duration?

  package init() {}
}
