// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheMiddleware {
  /// The decision about a new request, as far as it can be made without waiting.
  enum Arrival: Sendable {
    /// The cache does not handle it, for a reason; the text is one word of detail.
    case passes(CachePartition.Finding, CacheVerdict.Reason, String)
    case answered(TransportResponse)
    /// It is sent, and equal requests wait for it, in the flight with this number.
    case leads(CacheLookup, CacheForward, ServiceCache.Flight, UInt64)
    /// It is sent on its own.
    case asks(CacheLookup, CacheForward)
    /// A store must be read first, a flight awaited, or the request refused.
    case waits(CacheLookup)
  }

  /// Handles everything that needs no waiting.
  @inline(never)
  func arrive(_ request: ResolvedRequest, _ context: CallContext, _ next: Next) -> Arrival {
    let finding = partition.find(request, at: context.clock.date)
    let question: CacheQuestion
    switch admit(request) {
    case .pass(let reason, let detail): return .passes(finding, reason, detail)
    case .question(let asked): question = asked
    }
    guard let text = finding.text else { return .passes(finding, .bypass, "credentials") }
    let key = cache.key(request.url, in: text)
    let found = cache.tier.memory.found(key)
    // A response stored a moment ago is not older because the clock was read before.
    let now = context.milliseconds
    func lookup() -> CacheLookup { CacheLookup(facts: .init(request, question, key, finding, context, next)) }
    guard cache.tier.hasAll(found ?? [], for: request.headers) else { return .waits(lookup()) }
    switch cache.decision.use(question, found ?? [], at: now) {
    case .serve(let stored, let isStale, let asksBehind):
      if asksBehind { askBehind(lookup(), stored) }
      let verdict = CacheVerdict(isStale ? .stale : .hit)
      return .answered(served(stored, to: request, question, key, verdict, at: now, context))
    case .refuse: return .waits(lookup())
    case .forward(let forward): return seat(lookup(), forward)
    }
  }

  /// Whether the cache handles a request; precomputed for requests without relevant fields of their own.
  private func admit(_ request: ResolvedRequest) -> CacheDecision.Admission {
    if case .get = request.method, request.body == nil, request.caching.policy == .protocol,
      request.options.decodesContent,
      request.headers.sharesStorage(with: partition.usual)
    {
      return usual
    }
    return cache.decision.admit(request)
  }

  /// Whether a request that must be sent goes on its own, leads equal requests, or waits for one.
  private func seat(_ lookup: CacheLookup, _ forward: CacheForward) -> Arrival {
    guard coalesces(lookup) else { return .asks(lookup, forward) }
    let flight = cache.flight(lookup.key, lookup.request.overrides?.criticality ?? Criticality.current)
    // A request that is read as a stream waits for others, but no request waits for it, since that would mean waiting
    // for its reader.
    if lookup.isStream { return cache.flights.waiterCount(flight) == nil ? .asks(lookup, forward) : .waits(lookup) }
    guard let number = cache.flights.lead(flight) else { return .waits(lookup) }
    guard let response = storedMeanwhile(lookup) else { return .leads(lookup, forward, flight, number) }
    cache.flights.finish(flight, number, .stored)
    return .answered(response)
  }

  /// A response that another flight has stored since the first look; does not count as a use.
  func storedMeanwhile(_ lookup: CacheLookup) -> TransportResponse? {
    cache.tier.memory.seen(lookup.key).flatMap { served(from: $0, lookup) }
  }

  /// The response to a request by stored ones that need no revalidation; `nil` if there is none.
  func served(from found: [CachedResponse], _ lookup: CacheLookup) -> TransportResponse? {
    guard case .serve(let stored, let isStale, false) = cache.decision.use(lookup.question, found, at: lookup.moment)
    else { return nil }
    return served(stored, to: lookup, CacheVerdict(isStale ? .stale : .hit))
  }
}
