// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers from a cache what may be answered from it, and stores what may be stored (RFC 9111).
///
/// Stands above everything that sends again: what is answered here costs no attempt, no permit and no token.
package struct CacheMiddleware: Middleware {
  let cache: ServiceCache
  let partition: CachePartition
  let decider: CacheDecider?
  let work: BackgroundWork
  /// Whether there is room for requests nobody waits for, at a moment.
  let hasRoom: @Sendable (ContinuousClock.Instant) -> Bool
  /// Whether credentials are put on further in, such as cookies of a jar; `nil` where none are.
  var carriesMore: (@Sendable (ResourceURL, Date) -> Bool)?

  /// A middleware for a cache.
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
  }

  /// Answers a request from the cache, or passes it on.
  package func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let admission = cache.decision.admit(
      method: request.method,
      headers: request.headers,
      hasBody: request.body != nil,
      policy: request.caching.policy
    )
    let finding = partition.find(request.headers, request.caching, request.authorization)
    switch admission {
    case .pass(let reason, let detail):
      return try await pass(request, finding, CacheVerdict(.bypass, reason: reason, detail: detail), context, next)
    case .question(let question):
      guard let text = finding.text else {
        let verdict = CacheVerdict(.bypass, reason: .bypass, detail: "credentials")
        return try await pass(request, finding, verdict, context, next)
      }
      let key = cache.key(request.url, in: text)
      return try await answer(Errand(request, question, key, isAuthorized: finding.isAuthorized, context, next))
    }
  }

  /// One request on its way through the cache.
  struct Errand: Sendable {
    let request: ResolvedRequest
    let question: CacheQuestion
    let key: CacheKey
    let isAuthorized: Bool
    let context: CallContext
    let next: Next
    /// The response was another's, who asked at the same time.
    var isCollapsed = false
    /// How many changes there were when its server was asked.
    var changes: UInt64 = 0

    init(
      _ request: ResolvedRequest,
      _ question: CacheQuestion,
      _ key: CacheKey,
      isAuthorized: Bool,
      _ context: CallContext,
      _ next: Next
    ) {
      self.request = request
      self.question = question
      self.key = key
      self.isAuthorized = isAuthorized
      self.context = context
      self.next = next
    }

    /// Milliseconds since 1970.
    var moment: Int64 { context.milliseconds }
  }

  // MARK: From the cache

  private func answer(_ first: Errand) async throws -> TransportResponse {
    var errand = first
    while true {
      let (variants, isComplete) = await cache.tier.find(errand.key, errand.context)
      // What was stored a moment ago is not older for that the clock was read before.
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
      // One that is read as a stream waits for others, and lets nobody wait: for its reader that would be.
      let isStream = errand.request.options.streamWindow != nil
      if isStream, cache.flights.waiterCount(flight) == nil { return try await fetch(errand, forward, reason).response }
      switch try await board(flight, sleep) {
      case .leads(let number):
        // Another flight may have landed since we looked.
        if let found = cache.tier.memory.found(errand.key),
          case .serve(let stored, let isStale, false) = cache.decision.use(errand.question, found, at: errand.moment)
        {
          cache.flights.land(flight, number, .stored)
          return served(stored, to: errand, CacheVerdict(isStale ? .stale : .hit))
        }
        guard !isStream else {
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
        // Stored, and not for all who ask: by its Vary, or gone already.
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

  /// Waits for whoever asks the same; its own deadline ends a waiter as it would end an exchange.
  private func board(
    _ flight: ServiceCache.Flight,
    _ sleep: (@Sendable () async throws -> Void)?
  ) async throws -> SingleFlight<ServiceCache.Flight, ServiceCache.Landing>.Seat {
    do {
      return try await cache.flights.board(flight, until: sleep)
    } catch is SingleFlight<ServiceCache.Flight, ServiceCache.Landing>.DeadlinePassed {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the time for the whole call was over while it waited for an equal request that was under way",
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
      // What ended the leader's own time says nothing about the others'.
      let isGivenUp = error is CancellationError || (error as? TransportFailure)?.code == .deadlineExceeded
      cache.flights.land(flight, number, isGivenUp ? .abandoned : .useless)
      throw error
    }
  }

  /// Whether a request may wait for an equal one.
  private func coalesces(_ errand: Errand) -> Bool {
    guard cache.settings.coalesces, errand.question.method == .get, errand.question.range == nil,
      !errand.question.isConditional, !errand.question.ignoresStored, !errand.question.wantsValidation,
      errand.question.policy != .revalidate
    else { return false }
    return !cache.lone.contains(errand.key, at: errand.context.clock.now)
  }

  /// Asks about what is used meanwhile, once for all who use it, where there is room for that.
  private func askBehind(_ errand: Errand, _ stored: CachedResponse) {
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

  // MARK: Answers

  /// A stored response as a response.
  func served(_ stored: CachedResponse, to errand: Errand, _ verdict: CacheVerdict) -> TransportResponse {
    let terms = stored.terms(cache.decision)
    let now = errand.moment
    let age = terms.age(at: now)
    let answer = CacheAnswer(stored, to: errand.question, age: age)
    let body =
      errand.request.options.streamWindow.map {
        IncomingBody(CacheBodyFeed.stream(answer.body, trailers: answer.trailers, window: $0))
      } ?? IncomingBody(answer.body)
    var response = TransportResponse(
      status: answer.status,
      headers: answer.headers,
      body: body,
      trailers: answer.trailers
    )
    var verdict = verdict
    verdict.age = .milliseconds(age)
    verdict.timeToLive = .milliseconds(terms.timeLeft(at: now))
    verdict.isCollapsed = errand.isCollapsed
    verdict.storedURL = Secret(errand.key.url)
    tell(verdict, errand.context, of: &response)
    return response
  }

  private func refusal(_ errand: Errand) throws -> TransportResponse {
    if errand.question.policy == .cachedOnly {
      throw TransportFailure(
        code: .notCached,
        message: "nothing that is stored answers the request, and its cache policy lets nothing be sent",
        phase: .queued
      )
    }
    // RFC 9111 §5.2.1.7: no origin was asked.
    var response = TransportResponse(status: 504, headers: ["Content-Length": "0"])
    if let window = errand.request.options.streamWindow {
      response.body = IncomingBody(CacheBodyFeed.stream(nil, trailers: Headers(), window: window))
    }
    tell(CacheVerdict(.miss, reason: .request, detail: "only-if-cached"), errand.context, of: &response)
    return response
  }

  /// Puts a verdict on a response, and tells the observers.
  func tell(_ verdict: CacheVerdict, _ context: CallContext, of response: inout TransportResponse) {
    response.cache = verdict
    cache.note(verdict.outcome)
    context.emit(.cached) { event in
      event.cache = verdict
      event.status = response.status
    }
  }
}

extension CallContext {
  /// The date, in milliseconds since 1970.
  var milliseconds: Int64 { clock.date.wholeMilliseconds }
}
