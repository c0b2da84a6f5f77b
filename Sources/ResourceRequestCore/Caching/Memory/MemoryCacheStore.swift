// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps responses in memory, never more bytes of them than its limit: keys, heads and bodies counted.
///
/// It keeps what is asked for often, and what is asked for once does not push that out (S3-FIFO).
public final class MemoryCacheStore: CacheStore {
  /// The most variants of one URL; the one that came first goes.
  static let mostVariants = 32
  /// What a key takes beside its text.
  private static let keyCost = 160

  /// Invariant: a key has one variant at least.
  private let queue: Lock<EvictionQueue<CacheKey, [CachedResponse]>>
  private let limit: Int

  /// A store for so many bytes.
  public init(limit: Int = 64 << 20) {
    self.limit = max(0, limit)
    queue = Lock(EvictionQueue(limit: limit))
  }

  /// The responses for a key, at once.
  package func found(_ key: CacheKey) -> [CachedResponse]? { queue.withLock { $0.use(key) } }

  /// Stores a response, at once.
  @discardableResult
  package func put(_ response: CachedResponse, for key: CacheKey) -> Bool {
    queue.withLock { queue in
      var variants = queue.peek(key) ?? []
      if let place = variants.firstIndex(where: { $0.selectors == response.selectors }) {
        variants[place] = response
      } else {
        if variants.count >= Self.mostVariants { variants.remove(at: Self.oldest(of: variants)) }
        variants.append(response)
      }
      return queue.put(variants, for: key, cost: Self.cost(key, variants))
    }
  }

  /// Removes a response, at once.
  package func drop(_ selectors: [CachedResponse.Selector], for key: CacheKey) {
    queue.withLock { queue in
      guard let variants = queue.peek(key) else { return }
      let rest = variants.filter { $0.selectors != selectors }
      if rest.isEmpty { queue.remove(key) } else { queue.put(rest, for: key, cost: Self.cost(key, rest)) }
    }
  }

  /// Removes all responses for a key, at once.
  package func dropAll(for key: CacheKey) {
    _ = queue.withLock { $0.remove(key) }
  }

  /// The responses for a key.
  public func variants(of key: CacheKey) async -> [CachedResponse] { found(key) ?? [] }

  /// Stores a response, in the place of the one with the same selecting fields.
  public func insert(_ response: CachedResponse, for key: CacheKey) async { put(response, for: key) }

  /// Removes the response with these selecting fields.
  public func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async { drop(selectors, for: key) }

  /// Removes everything whose key is meant.
  @discardableResult
  public func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async -> Int {
    // The question is somebody else's, and not asked under the lock.
    let meant = queue.withLock { $0.keys }.filter(isMeant)
    return queue.withLock { queue in meant.reduce(0) { $0 + (queue.remove($1)?.count ?? 0) } }
  }

  /// How much it holds.
  public func usage() async -> CacheUsage { currentUsage }

  /// How much it holds, at once.
  package var currentUsage: CacheUsage {
    queue.withLock { queue in
      let entries = queue.keys.reduce(0) { $0 + (queue.peek($1)?.count ?? 0) }
      return CacheUsage(entries: entries, bytes: queue.cost, limit: limit)
    }
  }

  private static func cost(_ key: CacheKey, _ variants: [CachedResponse]) -> Int {
    variants.reduce(keyCost + key.partition.utf8.count + key.url.utf8.count) { $0 + $1.cost }
  }

  private static func oldest(of variants: [CachedResponse]) -> Int {
    variants.indices.min { variants[$0].responseTime < variants[$1].responseTime } ?? 0
  }
}
