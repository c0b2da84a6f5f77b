// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A store that could not be opened: it is empty, and throws the reason.
struct BrokenStore: CacheStore {
  private let error: any Error
  var storesAuthorized: Bool { false }

  init(_ error: any Error) { self.error = error }

  func variants(of key: CacheKey) async throws -> [CachedResponse] { throw error }
  func insert(_ response: CachedResponse, for key: CacheKey) async throws { throw error }
  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws { throw error }
  func removeAll(forURL url: String) async throws { throw error }
  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int { throw error }
  func usage() async throws -> CacheUsage { throw error }
}
