// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Stores responses for a cache: in memory, on disk, or anywhere else.
///
/// A store makes no decisions: the cache decides what is stored and used. A store may lose anything at any time. What
/// it returns must equal what was stored, byte for byte; it drops damaged responses.
///
/// An error counts as a miss, with one warning; a store that does not answer within 20 ms is skipped for that request.
/// Test yours with `CacheStoreConformance` of ResourceRequestConformance.
public protocol CacheStore: Sendable {
  /// The stored responses for a key, one for each combination of selectors; empty if there are none.
  func variants(of key: CacheKey) async throws -> [CachedResponse]

  /// Stores a response; it replaces one with the same ``CachedResponse/selectors``.
  func insert(_ response: CachedResponse, for key: CacheKey) async throws

  /// Removes the response with these selectors.
  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws

  /// Removes the responses for a URL, of all partitions.
  ///
  /// By default all keys of the store are inspected.
  func removeAll(forURL url: String) async throws

  /// Removes the responses whose keys match.
  ///
  /// - Returns: how many responses were removed.
  @discardableResult
  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int

  /// The use of the store.
  func usage() async throws -> CacheUsage

  /// Whether it keeps responses to requests with credentials; by default it does.
  ///
  /// The cache gives it no others, and removes those that they replace.
  var storesAuthorized: Bool { get }
}

extension CacheStore {
  /// Keeps all responses.
  public var storesAuthorized: Bool { true }

  /// Removes the responses for a URL, by inspecting all keys.
  public func removeAll(forURL url: String) async throws {
    try await removeAll { $0.url.hasSameBytes(as: url) }
  }
}

/// A store shared by several instances: one of them fetches a response, while the others wait until it is stored.
public protocol SharedCacheStore: CacheStore {
  /// How long a request waits for the store, instead of the 20 ms of other stores.
  var patience: Duration { get }

  /// Takes the turn to fetch a response for a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - time: how long the turn lasts unless it is ended before.
  /// - Returns: whether the caller has the turn; `nil` if every instance fetches for itself, such as after a response
  ///   that could not be stored.
  /// - Throws: any error; the caller then fetches for itself.
  func takeTurn(for key: CacheKey, within time: Duration) async throws -> Bool?

  /// Ends the caller's turn, if it still has it.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - isStored: whether the others can use the response; if not, each fetches for itself for about a second.
  /// - Throws: any error; the turn then ends when its time is over.
  func endTurn(for key: CacheKey, isStored: Bool) async throws
}

/// The use of a cache store.
public struct CacheUsage: Sendable, Hashable {
  /// The number of responses.
  public var entries: Int
  /// Their size in bytes, keys and heads included.
  public var bytes: Int
  /// The limit in bytes; `nil` if there is none.
  public var limit: Int?

  /// Creates a usage.
  public init(entries: Int = 0, bytes: Int = 0, limit: Int? = nil) {
    self.entries = entries
    self.bytes = bytes
    self.limit = limit
  }
}
