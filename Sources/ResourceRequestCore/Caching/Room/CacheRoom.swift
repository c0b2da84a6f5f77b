// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Answers requests from stored responses, where a destination has a cache.
struct CacheRoom: Room {
  private let decider: CacheDecider?
  private let store: (any CacheStore)?
  /// The caches of each service, across its configurations.
  private let families = Lock<[String: CacheFamily]>([:])

  init(_ options: ClientOptions) {
    decider = options.cacheDecider
    store = options.cacheStore
  }

  /// What is kept for a destination.
  struct Kept: Sendable {
    /// Its cache; `nil` where none is configured.
    let cache: ServiceCache?
  }

  func keep(_ former: Kept?, at site: Site) -> Kept {
    guard let settings = site.destination.settings.cache, settings.isEnabled else { return Kept(cache: nil) }
    // The directory was good when the configuration was read; where it is not any more, memory has to do, with a warning.
    let disk: (any CacheStore)? = settings.disk.map { disk -> any CacheStore in
      do {
        return try DiskCacheStore(directory: disk.directory, size: disk.size, storesAuthorized: disk.storesAuthorized)
      } catch { return BrokenStore(error: error) }
    }
    let store = site.surroundings.brought((any CacheStore).self) ?? store ?? disk
    let cache = ServiceCache(
      settings,
      hiding: hiddenFields(settings, at: site),
      behind: store,
      keepsAuthorizedBehind: store?.storesAuthorized == true,
      family: family(of: site.destination)
    )
    return Kept(cache: cache)
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site) {
    if let cache = kept.cache {
      plan.add(middleware(of: cache, at: site), at: .answers)
    } else {
      plan.add(UncachedHops(family: family(of: site.destination), work: site.client.work))
    }
  }

  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    guard let cache = kept.cache else { return }
    let usage = cache.memory
    let results = cache.tally.map { ($0.key.rawValue, $0.value) }
    status.cache = ServiceStatus.Cache(
      entries: usage.entries,
      bytes: usage.bytes,
      limit: usage.limit,
      results: Dictionary(results) { $0 + $1 }
    )
  }

  private func family(of destination: Destination) -> CacheFamily {
    let name = destination.service ?? (destination.isAtGateway ? "/gateway" : "/")
    return families.withLock { families in
      let family = families[name] ?? CacheFamily()
      families[name] = family
      return family
    }
  }

  func middleware(of cache: ServiceCache, at site: Site) -> CacheMiddleware {
    let destination = site.destination
    // The URL that is sent is another one for each key (RFC 9111 §4).
    let hasKeyInQuery = if case .apiKey(_, _, .query)? = destination.credential?.kind { true } else { false }
    let partition = CachePartition(
      service: destination.service,
      isGateway: destination.isAtGateway,
      configured: cache.settings.partition,
      principal: site.surroundings.principal().adding(site.surroundings.secrets),
      isShared: cache.settings.mode == .shared && !hasKeyInQuery,
      usual: destination.usual.plain,
      connections: [destination.options.sharedConnection, destination.connectionForUntrusted],
      endpoints: endpoints(of: destination),
      features: destination.settings.features.identity(in: site.premises.configuration.vocabulary),
      cookies: site.surroundings.cookies
    )
    return CacheMiddleware(
      cache,
      partition: partition,
      decider: decider,
      work: site.client.work,
      hasRoom: site.surroundings.hasRoom
    )
  }

  /// What the configuration names as the destination's servers, if not the host of its URL.
  private func endpoints(of destination: Destination) -> [String] {
    // Those of a file may change at any time, and it stays the same service.
    let listed = destination.endpointsFile == nil ? destination.endpoints.map(\.origin.description) : []
    return listed
      + [destination.endpointsFile.map { "file:" + $0 }, destination.discovery?.rawValue].compactMap(\.self)
  }

  /// The fields that are put on below the cache, which cannot see them.
  private func hiddenFields(_ settings: CacheSettings, at site: Site) -> Set<String> {
    var names: Set<String> = site.surroundings.cookies == nil ? [] : ["cookie"]
    // In a private cache the partition keeps principals apart.
    guard settings.mode == .shared else { return names }
    names.insert("authorization")
    if case .apiKey(_, let name, .header)? = site.destination.credential?.kind { names.insert(name.lowercasedASCII()) }
    return names
  }
}

/// The hops of a destination without a cache.
private struct UncachedHops: HopPart {
  /// The caches of its other configurations.
  let family: CacheFamily
  /// Runs what a slow store leaves to do.
  let work: BackgroundWork

  func admit(_ request: ResolvedRequest) throws(TransportFailure) {
    guard request.caching.policy == .cachedOnly else { return }
    let message = "no cache is configured here, and the cache policy allows no request"
    throw TransportFailure(unsent: .notCached, message + "; set \"cache\" in the configuration")
  }

  func follows(_ request: ResolvedRequest) -> Bool { !request.method.isSafe }

  /// Removes the responses that an exchange has made stale (RFC 9111 §4.4).
  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async {
    for cache in family.caches {
      let urls = cache.decision.invalidated(by: request.method, response.status, response.headers, of: request.url)
      for url in urls { await cache.drop(url, context, work) }
    }
  }
}
