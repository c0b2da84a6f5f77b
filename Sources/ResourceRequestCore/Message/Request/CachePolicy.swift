// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a request makes of a cache, where its service has one.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
  /// As HTTP says: what is fresh is used, what is stale is asked about (RFC 9111).
  case `protocol`
  /// Asks the server whatever is stored, and stores what it answers.
  case reload
  /// The same, and tells every cache on the way to do so (`Cache-Control: no-cache`).
  case reloadEverywhere
  /// Uses what is stored once the server has said that it has not changed.
  case revalidate
  /// Uses what is stored however old it is, and asks the server where there is nothing.
  case cachedElseLoad
  /// Uses what is stored however old it is, and sends nothing: throws `notCached` where there is nothing.
  case cachedOnly
}
