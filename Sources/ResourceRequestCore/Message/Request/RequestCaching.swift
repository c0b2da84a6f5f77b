// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The cache settings of a request in the pipeline.
package struct RequestCaching: Sendable, Hashable {
  /// How the cache is used.
  package var policy = CachePolicy.protocol
  /// The cache partition; `nil` for that of the configured principal.
  package var partition: String?

  package init(policy: CachePolicy = .protocol, partition: String? = nil) {
    self.policy = policy
    self.partition = partition
  }
}
