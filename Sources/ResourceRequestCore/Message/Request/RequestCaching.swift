// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a request makes of a cache, on its way through the pipeline.
package struct RequestCaching: Sendable, Hashable {
  /// What is used and what is sent.
  package var policy = CachePolicy.protocol
  /// Whose responses are meant; `nil` for those of the configured principal.
  package var partition: String?

  package init(policy: CachePolicy = .protocol, partition: String? = nil) {
    self.policy = policy
    self.partition = partition
  }
}
