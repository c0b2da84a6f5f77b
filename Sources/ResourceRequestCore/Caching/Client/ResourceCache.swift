// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The caches of a client: those of all services, the gateway and absolute URLs.
///
/// It is empty if no cache is configured.
public struct ResourceCache: Sendable {
  private let client: ResourceClient

  init(_ client: ResourceClient) {
    self.client = client
  }

  private var caches: [ServiceCache] { client.assembly.caches }

  private var now: Int64 { client.options.environment.clock.date.wholeMilliseconds }

  /// The memory use of all caches.
  public var status: CacheUsage {
    caches.reduce(into: CacheUsage(limit: 0)) { sum, cache in
      let usage = cache.memory
      sum.entries += usage.entries
      sum.bytes += usage.bytes
      sum.limit = (sum.limit ?? 0) + (usage.limit ?? 0)
    }
  }

  /// Removes the responses whose URLs match, of all principals, from memory and from the stores behind it.
  ///
  /// - Parameter isMeant: whether to remove the responses of a URL, which has no fragment.
  /// - Returns: how many keys or responses were removed, whichever is the larger count of each cache.
  @discardableResult
  public func remove(matching isMeant: @escaping @Sendable (ResourceURL) -> Bool) async -> Int {
    await forget { key in (try? ResourceURL(key.url)).map(isMeant) ?? false }
  }

  /// Removes all responses.
  @discardableResult
  public func removeAll() async -> Int { await forget { _ in true } }

  private func forget(where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    var removed = 0
    for cache in caches { removed += await cache.forgetAll(at: now, where: isMeant) }
    return removed
  }

  /// Sends the requests that have no fresh stored response, so that later ones are hits; failures are ignored.
  ///
  /// - Returns: how many of the responses are in a cache afterwards.
  @discardableResult
  public func warm(_ requests: [ResourceRequest]) async -> Int {
    var stored = 0
    for request in requests {
      guard let response = try? await client.send(request), let verdict = response.cache else { continue }
      if verdict.isStored || verdict.isFromCache { stored += 1 }
    }
    return stored
  }
}

extension Assembly {
  /// The caches of its destinations, and of those of a configuration on trial.
  var caches: [ServiceCache] {
    let own = kept(CacheRoom.Kept.self).compactMap(\.cache)
    guard let trial else { return own }
    return own + trial.candidate.caches.filter { other in !own.contains { $0 === other } }
  }
}

extension ResourceClient {
  /// The client's caches.
  public var cache: ResourceCache { ResourceCache(self) }
}
