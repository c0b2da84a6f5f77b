// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension CacheMiddleware.CacheLookup {
  /// The timeout of background revalidation.
  static let timeBehind = Duration.seconds(30)

  /// The same request for background revalidation: with its own deadline, buffered, and without events of the caller's
  /// request.
  func behind(until end: ContinuousClock.Instant) -> CacheMiddleware.CacheLookup {
    var request = request
    request.options.deliverWhole()
    request.caching.isBehind = true
    var context = context.servingOthersToo()
    context.deadline = end
    // What narrowed or widened the caller's choice is answered.
    for name in ["If-Modified-Since", "If-None-Match", "Range", "If-Range"] { request.headers.remove(name) }
    request.method = .get
    context.call.ask(request)
    let question = CacheQuestion(method: .get, headers: request.headers)
    return CacheMiddleware.CacheLookup(facts: .init(request, question, key, finding, context, next))
  }
}

extension CacheMiddleware {
  /// Sends the request, and stores the response if allowed.
  ///
  /// - Returns: the response, and the result for equal requests.
  func fetch(
    _ first: CacheLookup,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> (response: TransportResponse, end: ServiceCache.FlightEnd) {
    let decision = cache.decision
    var lookup = first
    lookup.changes = cache.tier.changes.count
    var request = lookup.recording(lookup.request)
    if !forward.candidates.isEmpty || lookup.question.policy != .protocol {
      request.headers = decision.conditional(request.headers, forward, lookup.question)
    }
    var requestTime = lookup.moment
    var response: TransportResponse
    do {
      response = try await lookup.next(request, context: lookup.context)
      // What was waited before the attempt that was answered is no time on the way.
      let taken = response.metrics.total
      if taken > .zero { requestTime = max(requestTime, lookup.moment - taken.wholeMilliseconds - 1) }
      if response.status == 304, !forward.candidates.isEmpty {
        if let stored = decision.confirmed(by: response.headers, forward) {
          for other in decision.confirmedToo(by: response.headers, forward, beside: stored) {
            renewBeside(other, by: response, lookup, requestTime)
          }
          return (await revalidated(stored, by: response, lookup, requestTime, reason), .stored)
        }
        // It confirms a response that is not stored: only a complete response helps.
        requestTime = lookup.moment
        var plain = lookup.recording(lookup.request)
        plain.headers = decision.conditional(plain.headers, CacheForward(reason), lookup.question)
        response = try await lookup.next.again(plain, context: lookup.context, because: .cache, leaving: response)
      }
    } catch let failure as TransportFailure {
      let forward = await inFull(forward, lookup)
      guard forward.allowsStaleOnError, let stored = forward.selected else { throw failure }
      // The deadline of this request says nothing about the others that wait for it.
      let end = failure.code == .deadlineExceeded ? ServiceCache.FlightEnd.abandoned : .failed
      return (served(stored, to: lookup, CacheVerdict(.stale, reason: reason, detail: "error")), end)
    }
    // A redirect comes at its head to a call that reads no stream, too: a small one is stored for the others that wait.
    if !lookup.isStream, response.body.stream != nil {
      response = try await response.settled(lookup.context, upTo: lookup.request.options.bodyLimit)
    }
    let isError = decision.isError(response.status)
    let inFull = isError ? await inFull(forward, lookup) : forward
    if isError, inFull.allowsStaleOnError, let stored = inFull.selected {
      var verdict = CacheVerdict(.stale, reason: reason, detail: "error")
      verdict.forwardedStatus = response.status
      await response.left(lookup.context)
      return (served(stored, to: lookup, verdict), .failed)
    }
    guard waitsToKeep(lookup) else { return keepAtOnce(response, lookup, forward, requestTime, reason) }
    return await keep(response, lookup, forward, requestTime, reason)
  }

  /// The same with what the store has, if it had not answered in time: after an error there is nothing better.
  private func inFull(_ forward: CacheForward, _ lookup: CacheLookup) async -> CacheForward {
    guard lookup.isIncomplete else { return forward }
    let variants = await cache.tier.find(lookup.key, isPatient: true, for: lookup.request.headers, lookup.context)
      .variants
    switch cache.decision.use(lookup.question, variants, at: lookup.moment) {
    case .forward(let found): return found
    case .serve(let stored, _, _):
      var found = forward
      (found.selected, found.allowsStaleOnError) = (stored, true)
      return found
    case .refuse: return forward
    }
  }

  /// Uses a stored response after successful revalidation (RFC 9111 §4.3.4).
  private func revalidated(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ lookup: CacheLookup,
    _ requestTime: Int64,
    _ reason: CacheVerdict.Reason
  ) async -> TransportResponse {
    await response.left(lookup.context)
    var verdict = CacheVerdict(.revalidated, reason: reason)
    verdict.forwardedStatus = 304
    let fresh = renew(stored, by: response, lookup, requestTime)
    verdict.detail = fresh.refusal?.word
    verdict.isStored = fresh.isStored
    return served(fresh.response, to: lookup, verdict)
  }

  /// Updates a stored response with a newer head, or removes it if it must no longer be stored.
  @discardableResult
  func renew(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ lookup: CacheLookup,
    _ requestTime: Int64
  ) -> (response: CachedResponse, refusal: NotStored?, isStored: Bool) {
    let fresh = freshened(stored, by: response, lookup, requestTime)
    // Credentials that nobody foresaw say nothing about those that the stored response is for.
    guard isForPartition(lookup) else { return (fresh.response, .authorization, false) }
    guard !isChanged(lookup, in: fresh.response.selectors) else { return (fresh.response, .vary, false) }
    switch fresh.refusal {
    case nil:
      if fresh.response.selectors.map(\.name) != stored.selectors.map(\.name) {
        cache.tier.forget(stored, for: lookup.key, since: requestTime, lookup.context, work)
      }
      let kept = cache.tier.keep(fresh.response, for: lookup.key, since: lookup.changes, lookup.context, work)
      return (fresh.response, nil, kept == .kept)
    // A response to credentials is for this request alone, and changes nothing for others.
    case .authorization?: break
    case _?: cache.tier.forget(stored, for: lookup.key, since: requestTime, lookup.context, work)
    }
    return (fresh.response, fresh.refusal, false)
  }

  /// Updates another stored response, which stays stored.
  private func renewBeside(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ lookup: CacheLookup,
    _ requestTime: Int64
  ) {
    guard isForPartition(lookup) else { return }
    let fresh = freshened(stored, by: response, lookup, requestTime)
    // What it is selected by now is not known of the request that it came for.
    guard fresh.refusal == nil, fresh.response.selectors.map(\.name) == stored.selectors.map(\.name) else { return }
    let renewed = fresh.response.freshened(
      fresh.response.headers,
      requestTime: requestTime,
      responseTime: fresh.response.responseTime,
      selectors: stored.selectors
    )
    cache.tier.keep(renewed, for: lookup.key, since: lookup.changes, lookup.context, work)
  }

  /// A stored response with a newer head, and why it must not be stored.
  private func freshened(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ lookup: CacheLookup,
    _ requestTime: Int64
  ) -> CacheDecision.Freshened {
    cache.decision.freshened(
      stored,
      by: response.headers,
      to: lookup.request.headers,
      isAuthorized: lookup.isAuthorized,
      requestTime: requestTime,
      responseTime: lookup.moment
    )
  }
}
