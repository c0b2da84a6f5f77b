// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The cache of a service: its stores, its flights, and its decisions.
///
/// It outlives a reload that does not change the service.
package final class ServiceCache: Sendable {
  /// The key of a flight of equal requests; a later change of the URL starts another one.
  struct Flight: Sendable, Hashable {
    let key: CacheKey
    /// The number of the last change of its URL.
    let change: UInt64
    /// A critical request waits for none that may be shed.
    let criticality: Criticality?

    /// Hashes the key; two flights rarely share one.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
    /// See ``CacheKey/_rawHashValue(seed:)``.
    func _rawHashValue(seed: Int) -> Int { key._rawHashValue(seed: seed) }
  }

  /// The result of a flight for its waiters.
  enum FlightEnd: Sendable {
    /// The response is stored.
    case stored
    /// The request failed, and a stale response was used, as the server allows.
    case failed
    /// The response cannot be shared.
    case useless
    /// The flight was abandoned.
    case abandoned
  }

  /// The settings.
  package let settings: CacheSettings
  let decision: CacheDecision
  let tier: CacheTier
  let searches: SearchRules
  let flights = SingleFlight<Flight, FlightEnd>()
  let uncoalesced = UncoalescedKeys()
  /// The caches of the same service, this one among them.
  private let family: CacheFamily?
  /// The numbers of outcomes.
  private let results = Lock(CacheTally())
  /// Keys that are being revalidated in the background, or whose revalidation failed, and until when.
  private let asking = Lock<(keys: [CacheKey: ContinuousClock.Instant], running: Int)>(([:], 0))
  /// How many revalidations run in the background at once.
  static let mostAsking = 16
  /// How long after a failed background revalidation there is no other.
  private static let pause = Duration.seconds(1)

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - hiddenFields: request header fields that inner middleware adds, in lower case.
  ///   - behind: a store behind the memory.
  ///   - keepsAuthorizedBehind: whether responses to requests with credentials are stored there too.
  ///   - family: the caches of its service, which it joins.
  package init(
    _ settings: CacheSettings,
    hiding hiddenFields: Set<String> = [],
    behind: (any CacheStore)? = nil,
    keepsAuthorizedBehind: Bool = false,
    family: CacheFamily? = nil
  ) {
    self.family = family
    self.settings = settings
    let rules = CacheRules(settings, hiding: hiddenFields)
    decision = CacheDecision(rules)
    searches = SearchRules(rules)
    tier = CacheTier(
      memory: MemoryCacheStore(limit: settings.memory),
      behind: behind,
      keepsAuthorizedBehind: keepsAuthorizedBehind,
      patience: (behind as? any SharedCacheStore)?.patience ?? settings.disk?.patience ?? CacheTier.patience,
      isPendingElsewhere: { [weak family] url in family?.isPending(url) ?? false },
      settleElsewhere: { [weak family] url in await family?.settle(url) }
    )
    family?.join(self)
  }

  /// The current flight key.
  func flight(_ key: CacheKey, _ criticality: Criticality?) -> Flight {
    Flight(key: key, change: tier.changes.last(key.url), criticality: criticality)
  }

  /// The key of a URL, with the known rules for its query.
  package func key(_ url: ResourceURL, in partition: String) -> CacheKey {
    CacheKey(partition: partition, url: searches.rule(for: url).url(url))
  }

  /// Removes the responses for a URL, of all partitions, from this cache and from those of the service's other
  /// configurations.
  ///
  /// - Returns: the number of the change here.
  func invalidate(_ url: ResourceURL, _ context: CallContext, _ work: BackgroundWork) async -> UInt64 {
    let number = await drop(url, context, work)
    for other in family?.caches ?? [] where other !== self { await other.drop(url, context, work) }
    return number
  }

  /// Removes the responses for a URL, of all partitions, from this cache alone.
  @discardableResult
  func drop(_ url: ResourceURL, _ context: CallContext, _ work: BackgroundWork) async -> UInt64 {
    let known = ExactText(key(url, in: "").url)
    let number = await tier.invalidate(known.text, context, work)
    // Responses from before the rule of its query was known.
    for text in Set(searches.all(for: url).map { ExactText($0.url(url)) }) where text != known {
      await tier.invalidate(text.text, context, work)
    }
    return number
  }

  /// The memory use.
  package var memory: CacheUsage { tier.memory.currentUsage }

  /// The numbers of outcomes.
  package var tally: [CacheVerdict.Outcome: Int] { results.withLock { $0 }.counts }

  /// Counts an outcome.
  func note(_ outcome: CacheVerdict.Outcome) { results.withLock { $0.note(outcome) } }

  /// Removes the responses whose keys match, those included that caches of the service's other configurations have yet to
  /// store.
  ///
  /// - Parameters:
  ///   - now: the moment, in milliseconds since 1970.
  ///   - isMeant: whether to remove the responses of a key.
  /// - Returns: how many were removed.
  package func forgetAll(at now: Int64, where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    let removed = await tier.forgetAll(at: now, where: isMeant)
    let others = family?.caches.filter { $0 !== self } ?? []
    for other in others { _ = await other.tier.forgetAll(at: now, where: isMeant) }
    // They write to one store.
    if !others.isEmpty { for cache in [self] + others { await cache.tier.forgetRead(where: isMeant) } }
    return removed
  }

  /// Whether a key may be revalidated now; if so, the caller does, and ends by the given moment.
  func beginsAsking(about key: CacheKey, at now: ContinuousClock.Instant, until end: ContinuousClock.Instant) -> Bool {
    asking.withLock { asking in
      if let other = asking.keys[key], now < other { return false }
      guard asking.running < Self.mostAsking else { return false }
      asking.running += 1
      asking.keys[key] = end
      return true
    }
  }

  /// Ends the revalidation of a key; after a failure there is no other for a moment.
  func endsAsking(about key: CacheKey, at now: ContinuousClock.Instant, inVain: Bool) {
    asking.withLock { asking in
      asking.running -= 1
      asking.keys[key] = inVain ? now.advanced(clamping: Self.pause) : nil
      if inVain, asking.keys.count > 1024 { asking.keys = asking.keys.filter { now < $0.value } }
    }
  }
}
