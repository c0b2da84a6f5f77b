// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The cache of a service: what it holds, what is in flight, and how it decides.
///
/// It outlives a change of the configuration that leaves the service as it is.
package final class ServiceCache: Sendable {
  /// What equal requests wait together for: not one that was sent before a change that the other knows of.
  struct Flight: Sendable, Hashable {
    let key: CacheKey
    /// The number of the last change of its URL.
    let change: UInt64

    /// Feeds the key, of which there are seldom two flights.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
    /// See ``CacheKey/_rawHashValue(seed:)``.
    func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }
  }

  /// How a flight ended for those who waited for it.
  enum Landing: Sendable {
    /// What it brought is stored.
    case stored
    /// It failed, and was answered with what is stale, as its server allows.
    case failed
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
  let flights = SingleFlight<Flight, Landing>()
  let lone = LoneKeys()
  /// How often it took which part in a response.
  private let results = Lock(CacheTally())
  /// Keys that are being asked about while what is stored for them is used, or were in vain, and until when.
  private let asking = Lock<[CacheKey: ContinuousClock.Instant]>([:])
  /// How long nobody asks behind a caller's back after that was in vain.
  private static let pause = Duration.seconds(1)

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
      keepsAuthorizedBehind: keepsAuthorizedBehind,
      patience: settings.disk?.patience ?? CacheTier.patience
    )
  }

  /// What equal requests for a key wait together for, now.
  func flight(_ key: CacheKey) -> Flight { Flight(key: key, change: tier.changes.last(key.url)) }

  /// The key of a URL, by what is known of its queries.
  package func key(_ url: ResourceURL, in partition: String) -> CacheKey {
    CacheKey(partition: partition, url: searches.rule(for: url).url(url))
  }

  /// How much it holds in memory.
  package var memory: CacheUsage { tier.memory.currentUsage }

  /// How often it took which part in a response.
  package var tally: [CacheVerdict.Outcome: Int] { results.withLock { $0 }.counts }

  /// Counts what it had to do with a response.
  func note(_ outcome: CacheVerdict.Outcome) { results.withLock { $0.note(outcome) } }

  /// Forgets all that is meant.
  package func forgetAll(where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    await tier.forgetAll(where: isMeant)
  }

  /// Whether nobody asks about a key yet; whoever is told so does, and ends by the moment it names.
  func beginsAsking(about key: CacheKey, at now: ContinuousClock.Instant, until end: ContinuousClock.Instant) -> Bool {
    asking.withLock { asking in
      if let other = asking[key], now < other { return false }
      asking[key] = end
      return true
    }
  }

  /// Ends asking about a key; where that was in vain, nobody asks again for a moment.
  func endsAsking(about key: CacheKey, at now: ContinuousClock.Instant, inVain: Bool) {
    asking.withLock { asking in
      asking[key] = inVain ? now.advanced(clamping: Self.pause) : nil
      if inVain, asking.count > 1024 { asking = asking.filter { now < $0.value } }
    }
  }
}
