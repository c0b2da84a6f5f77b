// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The caches of one service in a client: one for each configuration of it that is in use, after a reload or on trial.
///
/// A change of a resource by a call of one configuration makes what the others have stored stale too.
package final class CacheFamily: Sendable {
  private struct Member: Sendable {
    weak var cache: ServiceCache?
    /// It may still be writing when nobody uses the cache any more.
    weak var writes: WriteBehind?
  }

  private let members = Lock<[Member]>([])

  func join(_ cache: ServiceCache) {
    // What is read here may be the last reference: it is released without the lock.
    let held = members.withLock { members in
      let held = members.map { ($0.cache, $0.writes) }
      members = zip(members, held).filter { $1.0 != nil || $1.1 != nil }.map(\.0)
      members.append(Member(cache: cache, writes: cache.tier.writes))
      return held
    }
    withExtendedLifetime(held) {}
  }

  /// Whether one of them is about to change what a store has of a URL.
  func isPending(_ url: String) -> Bool {
    members.withLock { $0.compactMap(\.writes) }.contains { $0.isPending(url) }
  }

  /// Waits until the changes of a URL are carried out.
  func settle(_ url: String) async {
    for writes in members.withLock({ $0.compactMap(\.writes) }) { await writes.settle(url) }
  }

  /// The members, without those that are not used any more.
  var caches: [ServiceCache] { members.withLock { $0.compactMap(\.cache) } }
}
