// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps responses for a cache: in memory, on a disk, or wherever yours does.
///
/// A store decides nothing: what may be stored and used is the cache's business. It may lose anything at any time. What
/// it gives must be what it was given, byte for byte; what is damaged it drops.
///
/// An error it throws is a miss, with one warning; a store that does not answer within 20 ms is left alone for that
/// request. Prove yours with `CacheStoreConformance` of ResourceRequestConformance.
public protocol CacheStore: Sendable {
  /// The responses stored for a key, one for each combination of selecting fields; none where there are none.
  func variants(of key: CacheKey) async throws -> [CachedResponse]

  /// Stores a response, in the place of the one with the same ``CachedResponse/selectors``.
  func insert(_ response: CachedResponse, for key: CacheKey) async throws

  /// Removes the response with these selecting fields.
  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws

  /// Removes the responses for a URL, whoever's they are.
  ///
  /// Unless a store does it better, all its keys are looked at.
  func removeAll(forURL url: String) async throws

  /// Removes everything whose key is meant.
  ///
  /// - Returns: how many responses that were.
  @discardableResult
  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int

  /// How much it holds.
  func usage() async throws -> CacheUsage
}

extension CacheStore {
  /// Removes the responses for a URL, by a look at all keys.
  public func removeAll(forURL url: String) async throws {
    try await removeAll { $0.url.hasSameBytes(as: url) }
  }
}
