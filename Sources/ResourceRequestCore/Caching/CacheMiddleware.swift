// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    case .answered(let response): return response
    case .leads(let errand, let forward, let flight, let number):
      return try await lead(errand, flight, number, forward, forward.reason)
    case .asks(let errand, let forward): return try await fetch(errand, forward, forward.reason).response
    case .waits(let errand): return try await answer(errand)
    case .passes(let finding, let reason, let detail):
      let verdict = CacheVerdict(.bypass, reason: reason, detail: detail)
      return try await pass(request, finding, verdict, context, next)
    }
  }

  // MARK: From the cache

  /// Answers a request if that may take time.
  private func answer(_ first: Errand) async throws -> TransportResponse {
    var errand = first
    while true {
      let isPatient = errand.question.takesAnyAge || errand.question.staysHere
      let (variants, isComplete) = await cache.tier.find(errand.key, isPatient: isPatient, errand.context)
      errand.isIncomplete = !isComplete
      let forward: CacheForward
      switch cache.decision.use(errand.question, variants, at: errand.moment) {
      case .serve(let stored, let isStale, let asksBehind):
        if asksBehind { askBehind(errand, stored) }
        return served(stored, to: errand, CacheVerdict(isStale ? .stale : .hit))
      case .refuse:
        return try refusal(errand)
      case .forward(let found):
        forward = found
      }
      let reason = isComplete ? forward.reason : .miss
      guard coalesces(errand) else { return try await fetch(errand, forward, reason).response }
      let clock = errand.context.clock
      let sleep = errand.context.deadline.map { end in { @Sendable in try await clock.sleep(until: end) } }
      let flight = cache.flight(errand.key)
      if errand.isStream, cache.flights.waiterCount(flight) == nil {
        return try await fetch(errand, forward, reason).response
      }
      switch try await board(flight, sleep) {
      case .leads(let number):
        if let response = landedBefore(errand) {
          cache.flights.land(flight, number, .stored)
          return response
        }
        guard !errand.isStream else {
          cache.flights.land(flight, number, .abandoned)
          return try await fetch(errand, forward, reason).response
        }
        return try await lead(errand, flight, number, forward, reason)
      case .landed(.stored):
        let found = cache.tier.memory.found(errand.key) ?? []
        if case .serve(let stored, let isStale, _) = cache.decision.use(errand.question, found, at: errand.moment) {
          errand.isCollapsed = true
          return served(stored, to: errand, CacheVerdict(isStale ? .stale : .hit))
        }
        // Stored, but not usable for all requests: because of its Vary, or evicted already.
        if !found.contains(where: { CacheVary.matches($0.selectors, errand.request.headers) }) {
          cache.lone.add(errand.key, at: clock.now)
        }
        return try await fetch(errand, forward, reason).response
      case .landed(.failed):
        guard forward.allowsStaleOnError, let stored = forward.selected else {
          return try await fetch(errand, forward, reason).response
        }
        errand.isCollapsed = true
        return served(stored, to: errand, CacheVerdict(.stale, reason: reason, detail: "error"))
      case .landed(.useless):
        return try await fetch(errand, forward, reason).response
      case .landed(.abandoned):
        continue
      }
    }
  }

  /// Waits for an equal request in flight, until the waiter's own deadline.
  private func board(
    _ flight: ServiceCache.Flight,
    _ sleep: (@Sendable () async throws -> Void)?
  ) async throws -> SingleFlight<ServiceCache.Flight, ServiceCache.Landing>.Seat {
    do {
      return try await cache.flights.board(flight, until: sleep)
    } catch is SingleFlight<ServiceCache.Flight, ServiceCache.Landing>.DeadlinePassed {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the call's deadline passed while it waited for an equal request in flight",
        phase: .queued
      )
    }
  }

  private func lead(
    _ errand: Errand,
    _ flight: ServiceCache.Flight,
    _ number: UInt64,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> TransportResponse {
    do {
      let (response, landing) = try await fetch(errand, forward, reason)
      if landing == .useless { cache.lone.add(errand.key, at: errand.context.clock.now) }
      cache.flights.land(flight, number, landing)
      return response
    } catch {
      // A cancellation or deadline of the leader says nothing about the others. After another timeout they do not all
      // go at once either: one of them tries.
      let isGivenUp =
        error is CancellationError || (error as? TransportFailure).map { Self.timeouts.contains($0.code) } == true
      cache.flights.land(flight, number, isGivenUp ? .abandoned : .useless)
      throw error
    }
  }

  private static let timeouts: Set<ResourceError.Code> = [
    .deadlineExceeded, .attemptTimeout, .connectTimeout, .readTimeout,
  ]

  /// Whether a request may wait for an equal one.
  func coalesces(_ errand: Errand) -> Bool {
    guard cache.settings.coalesces, errand.question.method == .get, errand.question.range == nil,
      !errand.question.isConditional, !errand.question.ignoresStored, !errand.question.wantsValidation,
      errand.question.policy != .revalidate
    else { return false }
    return !cache.lone.contains(errand.key, at: errand.context.clock)
  }

  /// Revalidates a response in the background while it is used, once for all its users, if there is room.
  func askBehind(_ errand: Errand, _ stored: CachedResponse) {
    let now = errand.context.clock.now
    let end = now.advanced(clamping: Errand.timeBehind)
    guard hasRoom(now), cache.beginsAsking(about: errand.key, at: now, until: end) else { return }
    var forward = CacheForward(.stale)
    forward.selected = stored
    if stored.terms(cache.decision).hasValidator { forward.candidates = [stored] }
    let (asking, middleware) = (errand.behind(until: end), self)
    work.start { [forward] in
      let answer = try? await middleware.fetch(asking, forward, .stale)
      let inVain = answer.map { $0.landing != .stored } ?? true
      middleware.cache.endsAsking(about: asking.key, at: asking.context.clock.now, inVain: inVain)
    }
  }
}

extension CallContext {
  /// The date, in milliseconds since 1970.
  var milliseconds: Int64 { clock.date.wholeMilliseconds }
}
