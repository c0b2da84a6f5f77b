// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Responses that the clients of a simulation share, as ``ValkeyCacheStore`` does at a server.
final class SimulatedCacheStore: SharedCacheStore {
  /// What the stores of all clients have together.
  final class Server: Sendable {
    fileprivate struct State {
      var entries: [CacheKey: [CachedResponse]] = [:]
      /// Who has the turn to fetch what.
      var turns: [CacheKey: ObjectIdentifier] = [:]
      /// What could not be stored when it was fetched last.
      var free: Set<CacheKey> = []
    }

    fileprivate let state = Lock(State())
  }

  let patience = Duration.milliseconds(20)
  private let server: Server

  let storesAuthorized: Bool

  /// The store of one client.
  init(_ server: Server, storesAuthorized: Bool) { (self.server, self.storesAuthorized) = (server, storesAuthorized) }

  func variants(of key: CacheKey) -> [CachedResponse] { server.state.withLock { $0.entries[key] ?? [] } }

  func insert(_ response: CachedResponse, for key: CacheKey) {
    server.state.withLock { state in
      state.entries[key, default: []].removeAll { $0.selectors == response.selectors }
      state.entries[key, default: []].append(response)
      state.free.remove(key)
    }
  }

  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) {
    server.state.withLock { $0.entries[key]?.removeAll { $0.selectors == selectors } }
  }

  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) -> Int {
    // The predicate is foreign code, and is not called under the lock.
    let meant = server.state.withLock { Array($0.entries.keys) }.filter(isMeant)
    return server.state.withLock { state in
      meant.reduce(0) { $0 + (state.entries.removeValue(forKey: $1)?.count ?? 0) }
    }
  }

  func usage() -> CacheUsage {
    server.state.withLock { state in
      let all = state.entries.values.joined()
      return CacheUsage(entries: all.count, bytes: all.reduce(0) { $0 + $1.body.count })
    }
  }

  func takeTurn(for key: CacheKey, within time: Duration) -> Bool? {
    server.state.withLock { state in
      if state.free.contains(key) { return nil }
      guard state.turns[key] == nil else { return false }
      state.turns[key] = ObjectIdentifier(self)
      return true
    }
  }

  func endTurn(for key: CacheKey, isStored: Bool) {
    server.state.withLock { state in
      guard state.turns[key] == ObjectIdentifier(self) else { return }
      state.turns[key] = nil
      if !isStored { state.free.insert(key) }
    }
  }
}
