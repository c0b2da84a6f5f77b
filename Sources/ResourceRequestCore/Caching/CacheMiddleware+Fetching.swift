// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CacheMiddleware.Errand {
  /// The timeout of background revalidation.
  static let timeBehind = Duration.seconds(30)

  /// The same request for background revalidation: with its own deadline, buffered, and without events of the caller's
  /// request.
  func behind(until end: ContinuousClock.Instant) -> CacheMiddleware.Errand {
    var request = request
    request.options.streamWindow = nil
    request.caching.isBehind = true
    var context = context.servingOthersToo()
    context.deadline = end
    var headers = request.headers
    // What narrowed or widened the caller's choice is answered.
    headers.remove("If-Modified-Since")
    headers.remove("If-None-Match")
    headers.remove("Range")
    headers.remove("If-Range")
    request.headers = headers
    request.method = .get
    let question = CacheQuestion(method: .get, headers: headers)
    return CacheMiddleware.Errand(request, question, key, finding, context, next)
  }
}

extension CacheMiddleware {
  /// Sends the request, and stores the response if allowed.
  ///
  /// - Returns: the response, and the result for equal requests.
  func fetch(
    _ first: Errand,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> (response: TransportResponse, landing: ServiceCache.Landing) {
    let decision = cache.decision
    var errand = first
    errand.changes = cache.tier.changes.count
    var request = errand.recording(errand.request)
    if !forward.candidates.isEmpty || errand.question.policy != .protocol {
      request.headers = decision.conditional(request.headers, forward, errand.question)
    }
    var requestTime = errand.moment
    var response: TransportResponse
    do {
      response = try await errand.next(request, context: errand.context)
    } catch let failure as TransportFailure {
      let forward = await inFull(forward, errand)
      guard forward.allowsStaleOnError, let stored = forward.selected else { throw failure }
      // The deadline of this request says nothing about the others that wait for it.
      let landing = failure.code == .deadlineExceeded ? ServiceCache.Landing.abandoned : .failed
      return (served(stored, to: errand, CacheVerdict(.stale, reason: reason, detail: "error")), landing)
    }
    if response.status == 304, !forward.candidates.isEmpty {
      if let stored = decision.confirmed(by: response.headers, forward) {
        for other in decision.confirmedToo(by: response.headers, forward, beside: stored) {
          renewBeside(other, by: response, errand, requestTime)
        }
        return (await revalidated(stored, by: response, errand, requestTime, reason), .stored)
      }
      // It confirms a response that is not stored: only a complete response helps.
      requestTime = errand.moment
      let plain = errand.recording(errand.request)
      response = try await errand.next.again(plain, context: errand.context, because: .cache, leaving: response)
    }
    let isError = decision.isError(response.status)
    let inFull = isError ? await inFull(forward, errand) : forward
    if isError, inFull.allowsStaleOnError, let stored = inFull.selected {
      var verdict = CacheVerdict(.stale, reason: reason, detail: "error")
      verdict.forwardedStatus = response.status
      await response.left(errand.context)
      return (served(stored, to: errand, verdict), .failed)
    }
    guard waitsToKeep(errand) else { return keepAtOnce(response, errand, forward, requestTime, reason) }
    return await keep(response, errand, forward, requestTime, reason)
  }

  /// The same with what the store has, if it had not answered in time: after an error there is nothing better.
  private func inFull(_ forward: CacheForward, _ errand: Errand) async -> CacheForward {
    guard errand.isIncomplete else { return forward }
    let variants = await cache.tier.find(errand.key, isPatient: true, errand.context).variants
    switch cache.decision.use(errand.question, variants, at: errand.moment) {
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
    _ errand: Errand,
    _ requestTime: Int64,
    _ reason: CacheVerdict.Reason
  ) async -> TransportResponse {
    await response.left(errand.context)
    var verdict = CacheVerdict(.revalidated, reason: reason)
    verdict.forwardedStatus = 304
    let fresh = renew(stored, by: response, errand, requestTime)
    verdict.detail = fresh.refusal?.word
    verdict.isStored = fresh.isStored
    return served(fresh.response, to: errand, verdict)
  }

  /// Updates a stored response with a newer head, or removes it if it must no longer be stored.
  @discardableResult
  func renew(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ errand: Errand,
    _ requestTime: Int64
  ) -> (response: CachedResponse, refusal: NotStored?, isStored: Bool) {
    let fresh = cache.decision.freshened(
      stored,
      by: response.headers,
      to: errand.request.headers,
      isAuthorized: errand.isAuthorized,
      requestTime: requestTime,
      responseTime: errand.moment
    )
    // Credentials that nobody foresaw say nothing about those that the stored response is for.
    guard isForPartition(errand) else { return (fresh.response, .authorization, false) }
    switch fresh.refusal {
    case nil:
      if fresh.response.selectors.map(\.name) != stored.selectors.map(\.name) {
        cache.tier.forget(stored, for: errand.key, errand.context, work)
      }
      let kept = cache.tier.keep(fresh.response, for: errand.key, since: errand.changes, errand.context, work)
      return (fresh.response, nil, kept == .kept)
    // A response to credentials is for this request alone, and changes nothing for others.
    case .authorization?: break
    case _?: cache.tier.forget(stored, for: errand.key, errand.context, work)
    }
    return (fresh.response, fresh.refusal, false)
  }

  /// Updates another stored response, which stays stored.
  private func renewBeside(
    _ stored: CachedResponse,
    by response: TransportResponse,
    _ errand: Errand,
    _ requestTime: Int64
  ) {
    guard isForPartition(errand) else { return }
    let moment = errand.moment
    let fresh = cache.decision.freshened(
      stored,
      by: response.headers,
      to: errand.request.headers,
      isAuthorized: errand.isAuthorized,
      requestTime: requestTime,
      responseTime: moment
    )
    // What it is selected by now is not known of the request that it came for.
    guard fresh.refusal == nil, fresh.response.selectors.map(\.name) == stored.selectors.map(\.name) else { return }
    let renewed = fresh.response.freshened(
      fresh.response.headers,
      requestTime: requestTime,
      responseTime: moment,
      selectors: stored.selectors
    )
    cache.tier.keep(renewed, for: errand.key, since: errand.changes, errand.context, work)
  }
}
