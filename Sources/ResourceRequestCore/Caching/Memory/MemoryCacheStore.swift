// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Stores responses in memory, up to a limit that includes keys, heads and bodies.
///
/// Frequently used responses stay; responses that are used once do not evict them (S3-FIFO).
package final class MemoryCacheStore: CacheStore {
  /// The maximum number of variants of one URL; the oldest is evicted.
  static let mostVariants = 32
  /// The memory of a key besides its text.
  private static let keyCost = 400

  private struct State {
    /// Invariant: a key has at least one variant.
    var queue: EvictionQueue<CacheKey, [CachedResponse]>
    /// The keys of each URL, so that a change of it need not look through all.
    ///
    /// Invariant: it has the keys of the queue and no others.
    var keys: [CacheKey.URLText: KeysOfURL] = [:]
    /// The numbers of variants of keys that have several, besides the first, and their sum.
    private var more: [CacheKey: Int] = [:]
    private var moreInAll = 0

    init(queue: EvictionQueue<CacheKey, [CachedResponse]>) { self.queue = queue }

    /// The number of responses.
    var entries: Int { queue.count + moreInAll }

    /// Puts variants in the place of a key's.
    mutating func put(_ variants: [CachedResponse], for key: CacheKey) -> Bool {
      let isIn = queue.put(variants, for: key, cost: MemoryCacheStore.cost(key, variants))
      if isIn {
        keys[key.urlText, default: .none].insert(key)
        count(variants.count - 1, of: key)
      } else {
        forget(key)
      }
      forgetEvicted()
      return isIn
    }

    /// Changes the bytes that others take.
    mutating func reserve(_ change: Int) {
      queue.reserve(change)
      forgetEvicted()
    }

    private mutating func forgetEvicted() {
      while let evicted = queue.takeEvicted() { forget(evicted) }
    }

    private mutating func count(_ others: Int, of key: CacheKey) {
      // Nearly always there is one, and nothing to look up.
      guard others > 0 || !more.isEmpty else { return }
      let before = others > 0 ? more.updateValue(others, forKey: key) : more.removeValue(forKey: key)
      moreInAll += others - (before ?? 0)
    }

    @discardableResult
    mutating func remove(_ key: CacheKey) -> Int {
      forget(key)
      return queue.remove(key)?.count ?? 0
    }

    private mutating func forget(_ key: CacheKey) {
      count(0, of: key)
      guard let place = keys.index(forKey: key.urlText) else { return }
      keys.values[place].remove(key)
      if case .none = keys.values[place] { keys.remove(at: place) }
    }
  }

  /// The keys of one URL: nearly always one.
  private enum KeysOfURL {
    case none
    case one(CacheKey)
    case several(Set<CacheKey>)

    mutating func insert(_ key: CacheKey) {
      switch self {
      case .none: self = .one(key)
      case .one(let other): if other != key { self = .several([other, key]) }
      case .several(var keys):
        self = .none
        keys.insert(key)
        self = .several(keys)
      }
    }

    mutating func remove(_ key: CacheKey) {
      switch self {
      case .none: break
      case .one(let other): if other == key { self = .none }
      case .several(var keys):
        self = .none
        keys.remove(key)
        if !keys.isEmpty { self = .several(keys) }
      }
    }

    var all: [CacheKey] {
      switch self {
      case .none: []
      case .one(let key): [key]
      case .several(let keys): Array(keys)
      }
    }
  }

  private let state: Lock<State>
  private let limit: Int

  /// Creates a store with a limit in bytes.
  package init(limit: Int = 64 << 20) {
    self.limit = max(0, limit)
    state = Lock(
      State(
        queue: EvictionQueue(limit: limit) { Int(truncatingIfNeeded: SplitMix64.hash($0.url)) }
      )
    )
  }

  /// The responses for a key, at once.
  package func found(_ key: CacheKey) -> [CachedResponse]? { state.withLock { $0.queue.use(key) } }

  /// The responses for a key, at once, which counts as no use.
  package func seen(_ key: CacheKey) -> [CachedResponse]? { state.withLock { $0.queue.peek(key) } }

  /// Stores a response, at once.
  @discardableResult
  package func put(_ response: CachedResponse, for key: CacheKey) -> Bool {
    state.withLock { put(response, for: key, in: &$0) }
  }

  /// Stores a response, at once, unless there is one to a later request: it is older because it was slow.
  ///
  /// - Returns: whether it is stored; `nil` if a newer one is.
  func putUnlessOlder(_ response: CachedResponse, for key: CacheKey, at now: Int64) -> Bool? {
    state.withLock { state in
      let isOlder = state.queue.peek(key).hasOne(response.selectors, requestedAfter: response.requestTime, now)
      return isOlder ? nil : put(response, for: key, in: &state)
    }
  }

  private func put(_ response: CachedResponse, for key: CacheKey, in state: inout State) -> Bool {
    guard var variants = state.queue.peek(key) else { return state.put([response], for: key) }
    variants.removeAll { $0.selectors == response.selectors }
    variants.append(response)
    // The newest stays, whatever has to go for it.
    while variants.count > 1, variants.count > Self.mostVariants || Self.cost(key, variants) > limit {
      let oldest = variants.indices.dropLast().min { variants[$0].responseTime < variants[$1].responseTime }
      variants.remove(at: oldest ?? 0)
    }
    return state.put(variants, for: key)
  }

  /// Adds previously stored responses at once, except those that have been replaced by newer ones.
  package func fill(_ older: [CachedResponse], for key: CacheKey) {
    state.withLock { state in
      var variants = state.queue.peek(key) ?? []
      for response in older {
        let same = variants.firstIndex { $0.selectors == response.selectors }
        if let same, variants[same].responseTime >= response.responseTime { continue }
        if let same { variants.remove(at: same) }
        variants.insert(response, at: 0)
      }
      while variants.count > 1, variants.count > Self.mostVariants || Self.cost(key, variants) > limit {
        variants.removeFirst()
      }
      if !variants.isEmpty { _ = state.put(variants, for: key) }
    }
  }

  /// Removes a response, at once.
  package func drop(_ selectors: [CachedResponse.Selector], for key: CacheKey) {
    state.withLock { state in
      guard let variants = state.queue.peek(key) else { return }
      let rest = variants.filter { $0.selectors != selectors }
      if rest.isEmpty { state.remove(key) } else { _ = state.put(rest, for: key) }
    }
  }

  /// Removes all responses for a key, at once.
  package func dropAll(for key: CacheKey) {
    state.withLock { _ = $0.remove(key) }
  }

  /// Removes all responses for a URL, in every partition, at once.
  @discardableResult
  package func dropAll(forURL url: String) -> Int {
    state.withLock { state in
      (state.keys[CacheKey.URLText(url)]?.all ?? []).reduce(0) { $0 + state.remove($1) }
    }
  }

  /// The stored responses for a key.
  package func variants(of key: CacheKey) async -> [CachedResponse] { found(key) ?? [] }

  /// Stores a response; it replaces one with the same selectors.
  package func insert(_ response: CachedResponse, for key: CacheKey) async { put(response, for: key) }

  /// Removes the response with these selectors.
  package func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async { drop(selectors, for: key) }

  /// Removes the responses for a URL, of all partitions.
  package func removeAll(forURL url: String) async { dropAll(forURL: url) }

  /// Removes the responses whose keys match.
  @discardableResult
  package func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async -> Int {
    // The predicate is foreign code, and is not called under the lock.
    let meant = state.withLock { $0.queue.keys }.filter(isMeant)
    return state.withLock { state in meant.reduce(0) { $0 + state.remove($1) } }
  }

  /// The memory use.
  package func usage() async -> CacheUsage { currentUsage }

  /// The current use, without waiting.
  package var currentUsage: CacheUsage {
    state.withLock { state in
      CacheUsage(entries: state.entries, bytes: state.queue.cost + state.queue.reserved, limit: limit)
    }
  }

  /// Reserves bytes for a body that is being collected; they count against the limit.
  ///
  /// Such bodies take up to half of the limit together, since it is not known yet whether they are ever used.
  ///
  /// - Returns: whether they are reserved; ``release(_:)`` must follow.
  func reserve(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard bytes <= limit / 2 - state.queue.reserved else { return false }
      state.reserve(bytes)
      return true
    }
  }

  /// Returns reserved bytes.
  func release(_ bytes: Int) { if bytes > 0 { state.withLock { $0.reserve(-bytes) } } }

  fileprivate static func cost(_ key: CacheKey, _ variants: [CachedResponse]) -> Int {
    variants.reduce(keyCost + key.partition.utf8.count + key.url.utf8.count) { $0 + $1.cost }
  }
}

extension [CachedResponse]? {
  /// Whether one with these selectors was requested after a moment.
  ///
  /// A request from the future does not count: the clock was set back, and does not show which is newer.
  func hasOne(_ selectors: [CachedResponse.Selector], requestedAfter moment: Int64, _ now: Int64) -> Bool {
    self?.contains { $0.selectors == selectors && $0.requestTime > moment && $0.requestTime <= now } ?? false
  }
}
