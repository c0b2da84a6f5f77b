// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension TransportResponse {
  /// Refuses a body above the call's limit, which a transport would have ended; that of a store is as long as it is.
  func within(_ limit: Int) throws(TransportFailure) -> TransportResponse {
    guard body.bytes.count > limit else { return self }
    throw TransportFailure(unsent: .bodyTooLarge, "the response body is larger than the limit of \(limit) bytes")
  }
}

extension CacheMiddleware {
  /// Converts a stored response into a response.
  func served(_ stored: CachedResponse, to lookup: CacheLookup, _ verdict: CacheVerdict) -> TransportResponse {
    var verdict = verdict
    verdict.isCollapsed = lookup.isCollapsed
    let now = lookup.moment
    return served(stored, to: lookup.request, lookup.question, lookup.key, verdict, at: now, lookup.context)
  }

  func served(
    _ stored: CachedResponse,
    to request: ResolvedRequest,
    _ question: CacheQuestion,
    _ key: CacheKey,
    _ outcome: CacheVerdict,
    at now: Int64,
    _ context: CallContext
  ) -> TransportResponse {
    let terms = stored.terms(cache.decision)
    let age = terms.age(at: now)
    let answer = CacheAnswer(stored, to: question, age: age, headers: terms.headers(of: stored, age: age))
    let options = request.options
    // A redirect that is followed may be larger than the call takes, as one from a transport.
    let isSmall = answer.body.count <= options.bodyLimit
    let body =
      (isSmall ? options.streamWindow : options.window(answer.status, answer.headers)).map {
        IncomingBody(CacheBodyFeed.stream(answer.body, trailers: answer.trailers, window: $0))
      } ?? IncomingBody(answer.body)
    var verdict = outcome
    verdict.age = .milliseconds(age)
    verdict.timeToLive = .milliseconds(terms.timeLeft(at: now))
    verdict.storedURL = Secret(key.url)
    tell(verdict, answer.status, context)
    let response = TransportResponse(
      status: answer.status,
      headers: answer.headers,
      body: body,
      trailers: answer.trailers,
      cache: verdict
    )
    return answer.status.code < 400 ? response : response.remembering(request)
  }

  func refusal(_ lookup: CacheLookup) throws -> TransportResponse {
    guard lookup.question.policy == .cachedOnly else { return unasked(lookup.request, lookup.context) }
    throw TransportFailure(unsent: .notCached, "no stored response is usable, and the cache policy allows no request")
  }

  /// The response where no origin may be asked (RFC 9111 §5.2.1.7).
  func unasked(_ request: ResolvedRequest, _ context: CallContext) -> TransportResponse {
    var response = TransportResponse(status: 504, headers: ["Content-Length": "0"])
    if let window = request.options.streamWindow {
      response.body = IncomingBody(CacheBodyFeed.stream(nil, trailers: Headers(), window: window))
    }
    tell(CacheVerdict(.miss, reason: .request, detail: "only-if-cached"), context, of: &response)
    return response
  }

  /// Sets the verdict of a response, and reports it to the observers.
  func tell(_ verdict: CacheVerdict, _ context: CallContext, of response: inout TransportResponse) {
    response.cache = verdict
    tell(verdict, response.status, context)
  }

  private func tell(_ verdict: CacheVerdict, _ status: Status, _ context: CallContext) {
    // Background revalidation serves a response that was counted.
    if context.servedCall == nil { cache.note(verdict.outcome) }
    context.emit(.cached) { event in
      event.cache = verdict
      event.status = status
    }
  }
}
