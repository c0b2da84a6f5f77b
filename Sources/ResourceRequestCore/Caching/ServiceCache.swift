// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The cache of a service: what it holds, what is in flight, and how it decides.
///
/// It outlives a change of the configuration that leaves the service as it is.
package final class ServiceCache: Sendable {
  /// How a flight ended for those who waited for it.
  enum Landing: Sendable {
    /// What it brought is stored.
    case stored
    /// What it brought is its own.
    case useless
    /// It was given up.
    case abandoned
  }

  /// How it is configured.
  package let settings: CacheSettings
  let decision: CacheDecision
  let tier: CacheTier
  let searches: SearchRules
  let flights = SingleFlight<CacheKey, Landing>()
  let lone = LoneKeys()
  /// Keys that are being asked about while what is stored for them is used.
  private let asking = Lock<Set<CacheKey>>([])

  /// A cache.
  ///
  /// - Parameters:
  ///   - settings: how it is configured.
  ///   - hiddenFields: request fields that are put on further in, in lower case.
  ///   - behind: a store behind the one in memory.
  ///   - keepsAuthorizedBehind: whether responses to requests with credentials are kept there too.
  package init(
    _ settings: CacheSettings,
    hiding hiddenFields: Set<String> = [],
    behind: (any CacheStore)? = nil,
    keepsAuthorizedBehind: Bool = false
  ) {
    self.settings = settings
    let rules = settings.rules(hiding: hiddenFields)
    decision = CacheDecision(rules)
    searches = SearchRules(rules)
    tier = CacheTier(
      memory: MemoryCacheStore(limit: settings.memory),
      behind: behind,
      keepsAuthorizedBehind: keepsAuthorizedBehind
    )
  }

  /// The key of a URL, by what is known of its queries.
  package func key(_ url: ResourceURL, in partition: String) -> CacheKey {
    CacheKey(partition: partition, url: searches.rule(for: url).url(url))
  }

  /// How much it holds in memory.
  package var memory: CacheUsage { tier.memory.currentUsage }

  /// Forgets all that is meant.
  package func forgetAll(where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    await tier.forgetAll(where: isMeant)
  }

  /// Whether nobody asks about a key yet; whoever is told so does.
  func beginsAsking(about key: CacheKey) -> Bool { asking.withLock { $0.insert(key).inserted } }

  /// Ends asking about a key.
  func endsAsking(about key: CacheKey) { _ = asking.withLock { $0.remove(key) } }
}
