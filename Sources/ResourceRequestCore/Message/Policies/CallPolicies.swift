// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The policies of one call; `nil` inherits from the service.
package struct CallPolicies: Sendable, Hashable {
  /// Retries.
  package var retry: RetryPolicy?
  /// Hedging.
  package var hedge: HedgePolicy?
  /// The idempotency key.
  package var idempotencyKey: String?
  /// The criticality of the call.
  package var criticality: Criticality?
  /// The timeout of one attempt.
  package var attemptTimeout: Duration?

  package init() {}
}
