// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The caches of one service in a client: one for each configuration of it that is in use, after a reload or on trial.
///
/// A change of a resource by a call of one configuration makes what the others have stored stale too.
final class CacheFamily: Sendable {
  private struct Member: Sendable {
    weak var cache: ServiceCache?
    /// It may still be writing when nobody uses the cache any more.
    weak var writes: WriteBehind?
  }

  private let members = Lock<[Member]>([])

  func join(_ cache: ServiceCache) {
    members.withLock { members in
      members.removeAll { $0.cache == nil && $0.writes == nil }
      members.append(Member(cache: cache, writes: cache.tier.writes))
    }
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

/// The families of a client's caches.
final class CacheFamilies: Sendable {
  private let families = Lock<[String: CacheFamily]>([:])

  /// The family of a service.
  func family(of service: String) -> CacheFamily {
    families.withLock { families in
      let family = families[service] ?? CacheFamily()
      families[service] = family
      return family
    }
  }
}

/// Removes what a service's other configurations have cached when a call by a configuration without a cache changes it.
struct UncachedChanges: Sendable {
  let family: CacheFamily
  /// Runs what a slow store leaves to do.
  let work: BackgroundWork

  /// Removes the responses that an exchange has made stale (RFC 9111 §4.4).
  func note(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async {
    for cache in family.caches {
      let urls = cache.decision.invalidated(by: request.method, response.status, response.headers, of: request.url)
      for url in urls { await cache.drop(url, context, work) }
    }
  }
}
