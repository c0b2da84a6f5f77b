// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CacheMiddleware.Errand {
  /// The same request while its caller has its response already: on its own time, whole, and told of to nobody as the
  /// caller's.
  var behind: CacheMiddleware.Errand {
    var request = request
    request.options.streamWindow = nil
    var context = context.servingOthersToo()
    context.deadline = context.clock.now.advanced(clamping: .seconds(30))
    var headers = request.headers
    // What narrowed or widened the caller's choice is answered.
    headers.remove("If-Modified-Since")
    headers.remove("If-None-Match")
    headers.remove("Range")
    headers.remove("If-Range")
    request.headers = headers
    request.method = .get
    let question = CacheQuestion(method: .get, headers: headers)
    return CacheMiddleware.Errand(request, question, key, isAuthorized: isAuthorized, context, next)
  }
}

extension CacheMiddleware {
  /// Asks the server, and stores what may be stored of its response.
  ///
  /// - Returns: the response, and whether others who ask the same may have it from the cache.
  func fetch(
    _ errand: Errand,
    _ forward: CacheForward,
    _ reason: CacheVerdict.Reason
  ) async throws -> (response: TransportResponse, isShareable: Bool) {
    let decision = cache.decision
    var request = errand.request
    request.headers = decision.conditional(request.headers, forward, errand.question)
    var requestTime = errand.moment
    var response: TransportResponse
    do {
      response = try await errand.next(request, context: errand.context)
    } catch let failure as TransportFailure {
      guard forward.allowsStaleOnError, let stored = forward.selected else { throw failure }
      return (served(stored, to: errand, CacheVerdict(.stale, reason: reason, detail: "error")), false)
    }
    if response.status == 304, !forward.candidates.isEmpty {
      if let stored = decision.confirmed(by: response.headers, forward) {
        return (await revalidated(stored, by: response, errand, requestTime, reason), true)
      }
      // It confirms what is not stored: only the whole answer helps.
      requestTime = errand.moment
      let plain = errand.request
      response = try await errand.next.again(plain, context: errand.context, because: .cache, leaving: response)
    }
    if decision.isError(response.status), forward.allowsStaleOnError, let stored = forward.selected {
      var verdict = CacheVerdict(.stale, reason: reason, detail: "error")
      verdict.forwardedStatus = response.status
      await response.left(errand.context)
      return (served(stored, to: errand, verdict), false)
    }
    return await keep(response, errand, forward, requestTime, reason)
  }

  /// Uses what is stored once its server has confirmed it (RFC 9111 §4.3.4).
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
    let fresh = cache.decision.freshened(
      stored,
      by: response.headers,
      to: errand.request.headers,
      requestTime: requestTime,
      responseTime: errand.moment
    )
    guard let fresh else {
      cache.tier.forget(stored, for: errand.key, errand.context, work)
      return served(stored, to: errand, verdict)
    }
    if fresh.selectors != stored.selectors, fresh.selectors.map(\.name) != stored.selectors.map(\.name) {
      cache.tier.forget(stored, for: errand.key, errand.context, work)
    }
    cache.tier.keep(fresh, for: errand.key, errand.context, work)
    verdict.isStored = true
    return served(fresh, to: errand, verdict)
  }
}
