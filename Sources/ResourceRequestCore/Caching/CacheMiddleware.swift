// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Answers requests from a cache, and stores responses (RFC 9111).
///
/// It is above everything that sends again: a hit costs no attempt, no permit and no token.
package struct CacheMiddleware: Middleware {
  let cache: ServiceCache
  let partition: CachePartition
  let decider: CacheDecider?
  let work: BackgroundWork
  /// Whether there is room for background requests.
  let hasRoom: @Sendable (ContinuousClock.Instant) -> Bool
  /// The decision about a GET without relevant fields of its own.
  let usual: CacheDecision.Admission

  /// Creates a middleware for a cache.
  package init(
    _ cache: ServiceCache,
    partition: CachePartition,
    decider: CacheDecider? = nil,
    work: BackgroundWork = BackgroundWork(),
    hasRoom: @escaping @Sendable (ContinuousClock.Instant) -> Bool = { _ in true }
  ) {
    self.cache = cache
    self.partition = partition
    self.decider = decider
    self.work = work
    self.hasRoom = hasRoom
    usual = cache.decision.admit(method: .get, headers: partition.usual, hasBody: false, policy: .protocol)
  }

  /// Answers a request from the cache, or passes it on.
  package func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    // Nearly all responses in memory are returned without waiting, and so without a frame for that.
    switch arrive(request, context, next) {
    case .answered(let response): return try response.within(request.options.bodyLimit)
    case .leads(let lookup, let forward, let flight, let number):
      return try await lead(lookup, flight, number, forward, forward.reason).within(request.options.bodyLimit)
    case .asks(let lookup, let forward):
      return try await fetch(lookup, forward, forward.reason).response.within(request.options.bodyLimit)
    case .waits(let lookup): return try await answer(lookup).within(request.options.bodyLimit)
    case .passes(let finding, let reason, let detail):
      let verdict = CacheVerdict(.bypass, reason: reason, detail: detail)
      return try await pass(request, finding, verdict, context, next)
    }
  }

  // MARK: From the cache

  /// Answers a request if that may take time.
  private func answer(_ first: CacheLookup) async throws -> TransportResponse {
    var (lookup, hasWaited) = (first, false)
    while true {
      let isPatient = lookup.question.takesAnyAge || lookup.question.staysHere
      let headers = lookup.request.headers
      let (variants, isComplete) = await cache.tier.find(lookup.key, isPatient: isPatient, for: headers, lookup.context)
      lookup.isIncomplete = !isComplete
      let forward: CacheForward
      switch cache.decision.use(lookup.question, variants, at: lookup.moment) {
      case .serve(let stored, let isStale, let asksBehind):
        if asksBehind { askBehind(lookup, stored) }
        return served(stored, to: lookup, CacheVerdict(isStale ? .stale : .hit))
      case .refuse:
        // Who is cancelled has not waited for what the store has.
        try Task.checkCancellation()
        return try refusal(lookup)
      case .forward(let found):
        forward = found
      }
      let reason = isComplete ? forward.reason : .miss
      guard coalesces(lookup) else { return try await fetch(lookup, forward, reason).response }
      let clock = lookup.context.clock
      let sleep = lookup.context.deadline.map { end in { @Sendable in try await clock.sleep(until: end) } }
      let flight = cache.flight(lookup.key, lookup.request.overrides?.criticality ?? Criticality.current)
      if lookup.isStream, cache.flights.waiterCount(flight) == nil {
        return try await fetch(lookup, forward, reason).response
      }
      let role: SingleFlight<ServiceCache.Flight, ServiceCache.FlightEnd>.Role
      do {
        role = try await cache.flights.join(flight, until: sleep)
      } catch is SingleFlight<ServiceCache.Flight, ServiceCache.FlightEnd>.DeadlinePassed {
        // Its time is over as it would be after a request of its own.
        guard forward.allowsStaleOnError, let stored = forward.selected else {
          let message = "the call's deadline passed while it waited for an equal request in flight"
          throw TransportFailure(unsent: .deadlineExceeded, message)
        }
        return served(stored, to: lookup, CacheVerdict(.stale, reason: reason, detail: "error"))
      }
      switch role {
      case .leads(let number):
        if let response = storedMeanwhile(lookup) {
          cache.flights.finish(flight, number, .stored)
          return response
        }
        guard !lookup.isStream else {
          cache.flights.finish(flight, number, .abandoned)
          return try await fetch(lookup, forward, reason).response
        }
        return try await lead(lookup, flight, number, forward, reason)
      case .followed(.stored):
        // What is too large for the memory may be in the store; the response may have said what counts of the query.
        let key = cache.key(lookup.request.url, in: lookup.key.partition)
        let (found, isComplete) = await cache.tier.find(key, settles: true, for: headers, lookup.context)
        let use = cache.decision.use(lookup.question, found, at: lookup.moment)
        if case .serve(let stored, let isStale, _) = use {
          lookup.isCollapsed = true
          return served(stored, to: lookup, CacheVerdict(isStale ? .stale : .hit))
        }
        // Stored, but not usable for all requests: because of its Vary, evicted already, or since each must ask anew.
        let own = found.filter { CacheVary.matches($0.selectors, lookup.request.headers) }
        let serves = !own.isEmpty && servesOthers(lookup)
        if isComplete, !serves { cache.uncoalesced.add(lookup.key, at: clock.now) }
        // It was usable when it came, and is not now that this call came to run: another one may be on its way already.
        if serves, !hasWaited, let came = own.map(\.responseTime).max(),
          case .serve = cache.decision.use(lookup.question, own, at: came)
        {
          hasWaited = true
          continue
        }
        if case .forward(let found) = use { return try await fetch(lookup, found, found.reason).response }
        return try await fetch(lookup, forward, reason).response
      case .followed(.failed):
        guard forward.allowsStaleOnError, let stored = forward.selected else {
          return try await fetch(lookup, forward, reason).response
        }
        lookup.isCollapsed = true
        return served(stored, to: lookup, CacheVerdict(.stale, reason: reason, detail: "error"))
      case .followed(.useless):
        return try await fetch(lookup, forward, reason).response
      case .followed(.abandoned):
        continue
      }
    }
  }

  /// Whether what was stored just now may ever be used without asking the server again, as far as that can be seen in memory.
  private func servesOthers(_ lookup: CacheLookup) -> Bool {
    guard let found = cache.tier.memory.seen(lookup.key) else { return true }
    return found.map { $0.terms(cache.decision) }.contains { !$0.needsValidation && $0.lifetime > 0 }
  }

  private func lead(
    _ lookup: CacheLookup,
    _ flight: ServiceCache.Flight,
    _ number: UInt64,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> TransportResponse {
    do {
      let (response, end) = try await cache.tier.inTurn(
        for: lookup.key,
        isUrgent: flight.criticality == .critical,
        lookup.context,
        work,
        use: { served(from: $0, lookup).map { ($0, .stored) } }
      ) { variants in
        var forward = forward
        if let variants, case .forward(let found) = cache.decision.use(lookup.question, variants, at: lookup.moment) {
          forward = found
        }
        let fetched = try await fetch(lookup, forward, reason)
        return (fetched, fetched.end == .stored && cache.tier.keepsBehind(lookup.isPersonal) && servesOthers(lookup))
      }
      if end == .useless { cache.uncoalesced.add(lookup.key, at: lookup.context.clock.now) }
      cache.flights.finish(flight, number, end)
      return response
    } catch {
      // A cancellation or deadline of the leader says nothing about the others. After another timeout they do not all
      // go at once either: one of them tries.
      let isGivenUp =
        error is CancellationError || (error as? TransportFailure).map { Self.timeouts.contains($0.code) } == true
      cache.flights.finish(flight, number, isGivenUp ? .abandoned : .useless)
      throw error
    }
  }

  private static let timeouts: Set<ResourceError.Code> = [
    .deadlineExceeded, .attemptTimeout, .connectTimeout, .readTimeout,
  ]

  /// Whether a request may wait for an equal one.
  func coalesces(_ lookup: CacheLookup) -> Bool {
    guard cache.settings.coalesces, lookup.question.method == .get, lookup.question.range == nil,
      !lookup.question.isConditional, !lookup.question.ignoresStored, !lookup.question.wantsValidation,
      lookup.question.policy != .revalidate
    else { return false }
    return !cache.uncoalesced.contains(lookup.key, at: lookup.context.clock)
  }

  /// Revalidates a response in the background while it is used, once for all its users, if there is room.
  func askBehind(_ lookup: CacheLookup, _ stored: CachedResponse) {
    let now = lookup.context.clock.now
    let end = now.advanced(clamping: CacheLookup.timeBehind)
    guard hasRoom(now), cache.beginsAsking(about: lookup.key, at: now, until: end) else { return }
    var forward = CacheForward(.stale)
    forward.selected = stored
    let terms = stored.terms(cache.decision)
    let left = terms.timeLeft(at: lookup.moment)
    forward.allowsStaleOnError = cache.decision.replacesErrors(stored, lookup.question, left)
    if terms.hasValidator { forward.candidates = [stored] }
    let (asking, middleware) = (lookup.behind(until: end), self)
    work.start { [forward] in
      let (tier, decision) = (middleware.cache.tier, middleware.cache.decision)
      let inVain = try? await tier.inTurn(for: asking.key, ifOthers: false, asking.context, middleware.work) { found in
        if case .serve(_, false, _) = decision.use(asking.question, found, at: asking.moment) { false } else { nil }
      } fetch: { _ in
        let isStored = try await middleware.fetch(asking, forward, .stale).end == .stored
        return (!isStored, isStored && tier.keepsBehind(asking.isPersonal))
      }
      middleware.cache.endsAsking(about: asking.key, at: asking.context.clock.now, inVain: inVain ?? true)
    }
  }
}

extension CallContext {
  /// The date, in milliseconds since 1970.
  var milliseconds: Int64 { clock.date.wholeMilliseconds }
}
