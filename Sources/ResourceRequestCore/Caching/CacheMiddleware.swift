// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Answers from a cache what may be answered from it, and stores what may be stored (RFC 9111).
///
/// Stands above everything that sends again: what is answered here costs no attempt, no permit and no token.
package struct CacheMiddleware: Middleware {
  let cache: ServiceCache
  let partition: CachePartition
  let decider: CacheDecider?
  let work: BackgroundWork

  /// A middleware for a cache.
  package init(
    _ cache: ServiceCache,
    partition: CachePartition,
    decider: CacheDecider? = nil,
    work: BackgroundWork = BackgroundWork()
  ) {
    self.cache = cache
    self.partition = partition
    self.decider = decider
    self.work = work
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
        if asksBehind { askBehind(errand, stored, variants) }
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
      switch try await board(errand.key, sleep) {
      case .leads(let number):
        // Another flight may have landed since we looked.
        if let found = cache.tier.memory.found(errand.key),
          case .serve(let stored, let isStale, false) = cache.decision.use(errand.question, found, at: errand.moment)
        {
          cache.flights.land(errand.key, number, .stored)
          return served(stored, to: errand, CacheVerdict(isStale ? .stale : .hit))
        }
        return try await lead(errand, number, forward, reason)
      case .landed(.stored):
        errand.isCollapsed = true
        if let found = cache.tier.memory.found(errand.key),
          case .serve(let stored, let isStale, _) = cache.decision.use(errand.question, found, at: errand.moment)
        {
          return served(stored, to: errand, CacheVerdict(isStale ? .stale : .hit))
        }
        // Stored, and not for us: by its Vary, or gone already.
        cache.lone.add(errand.key, at: clock.now)
        errand.isCollapsed = false
        return try await fetch(errand, forward, reason).response
      case .landed(.useless):
        return try await fetch(errand, forward, reason).response
      case .landed(.abandoned):
        continue
      }
    }
  }

  /// Waits for whoever asks the same; its own deadline ends a waiter as it would end an exchange.
  private func board(
    _ key: CacheKey,
    _ sleep: (@Sendable () async throws -> Void)?
  ) async throws -> SingleFlight<CacheKey, ServiceCache.Landing>.Seat {
    do {
      return try await cache.flights.board(key, until: sleep)
    } catch is SingleFlight<CacheKey, ServiceCache.Landing>.DeadlinePassed {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the time for the whole call was over while it waited for an equal request that was under way",
        phase: .queued
      )
    }
  }

  private func lead(
    _ errand: Errand,
    _ number: UInt64,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> TransportResponse {
    do {
      let (response, isShareable) = try await fetch(errand, forward, reason)
      if !isShareable { cache.lone.add(errand.key, at: errand.context.clock.now) }
      cache.flights.land(errand.key, number, isShareable ? .stored : .useless)
      return response
    } catch {
      cache.flights.land(errand.key, number, error is CancellationError ? .abandoned : .useless)
      throw error
    }
  }

  /// Whether a request may wait for an equal one.
  ///
  /// One that is read as a stream does not lead: others would wait for its reader.
  private func coalesces(_ errand: Errand) -> Bool {
    guard cache.settings.coalesces, errand.question.method == .get, errand.question.range == nil,
      !errand.question.isConditional, !errand.question.ignoresStored, !errand.question.wantsValidation,
      errand.question.policy != .revalidate, errand.request.options.streamWindow == nil
    else { return false }
    return !cache.lone.contains(errand.key, at: errand.context.clock.now)
  }

  /// Asks about what is used meanwhile, once for all who use it.
  private func askBehind(_ errand: Errand, _ stored: CachedResponse, _ variants: [CachedResponse]) {
    guard cache.beginsAsking(about: errand.key) else { return }
    var forward = CacheForward(.stale)
    forward.selected = stored
    if stored.terms(cache.decision).hasValidator { forward.candidates = [stored] }
    let (asking, middleware) = (errand.behind, self)
    work.start { [forward] in
      _ = try? await middleware.fetch(asking, forward, .stale)
      middleware.cache.endsAsking(about: asking.key)
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
    verdict.key = errand.key.url
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
