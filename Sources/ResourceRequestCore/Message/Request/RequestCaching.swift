// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The cache settings of a request in the pipeline.
package struct RequestCaching: Sendable, Hashable {
  /// How the cache is used.
  package var policy = CachePolicy.protocol
  /// The cache partition; `nil` for that of the configured principal.
  package var partition: String?
  /// Whether it revalidates a stored response that is used meanwhile: nobody waits for it.
  package var isBehind = false
  /// Records what the attempts carry; `nil` without a cache.
  package var sent: Sent?

  package init(policy: CachePolicy = .protocol, partition: String? = nil) {
    self.policy = policy
    self.partition = partition
  }

  /// A record behind a reference, which takes no part in comparisons.
  package struct Sent: Sendable, Hashable {
    let credentials: SentCredentials

    package static func == (one: Sent, other: Sent) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }
}
