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
  package var sent: SentCredentials?
}

/// How a request uses its service's cache.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
  /// Uses a fresh stored response and revalidates a stale one (RFC 9111).
  case `protocol`
  /// Skips stored responses, sends the request, and stores the response.
  case reload
  /// Like ``reload``, and asks every cache on the way to do the same (`Cache-Control: no-cache`).
  case reloadEverywhere
  /// Revalidates the stored response before every use.
  case revalidate
  /// Uses the stored response at any age; sends the request where nothing is stored.
  case cachedElseLoad
  /// Uses the stored response at any age and never sends: throws `notCached` where nothing is stored.
  case cachedOnly
}
