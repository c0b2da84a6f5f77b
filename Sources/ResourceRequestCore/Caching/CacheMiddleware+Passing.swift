// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheMiddleware {
  /// Passes on a request that the cache does not handle, and invalidates what it may have changed (RFC 9111 §4.4).
  func pass(
    _ request: ResolvedRequest,
    _ finding: CachePartition.Finding,
    _ verdict: CacheVerdict,
    _ context: CallContext,
    _ next: Next
  ) async throws -> TransportResponse {
    if request.caching.policy == .cachedOnly {
      let reason = "the cache does not handle this request (\(verdict.detail ?? "bypass"))"
      throw TransportFailure(unsent: .notCached, reason + ", and its cache policy allows no request")
    }
    if request.method == .get || request.method == .head,
      CacheControl(lines: request.headers.values(for: "Cache-Control")).onlyIfCached
    {
      return unasked(request, context)
    }
    let requestTime = context.milliseconds
    let sent = SentCredentials(expecting: finding.cookie)
    var outgoing = request
    let begun = cache.tier.changes.count
    if request.method == .post { outgoing.caching.sent = sent }
    // Whoever goes past this cache means the others on the way too.
    if request.method == .get || request.method == .head {
      outgoing.headers = cache.decision.asking(outgoing.headers, by: request.caching.policy)
    }
    var response: TransportResponse
    do {
      response = try await next(outgoing, context: context)
    } catch {
      // A response may have begun that says of a change.
      if !request.method.isSafe, (error as? TransportFailure)?.mayHaveExecuted != false {
        _ = await cache.invalidate(request.url, context, work)
      }
      throw error
    }
    let urls = cache.decision.invalidated(by: request.method, response.status, response.headers, of: request.url)
    // Whether the response tells of a state that another call has changed meanwhile.
    let isOutdated = urls.contains { cache.tier.changes.hasChanged(cache.key($0, in: "").url, since: begun) }
    var changed = begun
    for url in urls {
      let number = await cache.invalidate(url, context, work)
      if url.string.hasSameBytes(as: request.url.string) { changed = number }
    }
    var verdict = verdict
    // What is stored has been decoded.
    if request.method == .post, !isOutdated, response.body.stream == nil, request.options.decodesContent,
      let text = finding.text,
      cache.decision.answersGet(response.status, response.headers, url: request.url)
    {
      verdict.isStored = await storePost(response, request, text, finding, sent, (changed, requestTime), context, next)
    }
    tell(verdict, context, of: &response)
    return response
  }

  /// Stores the response to a POST that equals that of a GET (RFC 9110 §9.3.3).
  private func storePost(
    _ response: TransportResponse,
    _ request: ResolvedRequest,
    _ partition: String,
    _ finding: CachePartition.Finding,
    _ sent: SentCredentials,
    _ since: (changes: UInt64, requestTime: Int64),
    _ context: CallContext,
    _ next: Next
  ) async -> Bool {
    let head = cache.decision.head(
      response.status,
      response.headers,
      requestTime: since.requestTime,
      responseTime: context.milliseconds
    )
    let question = CacheQuestion(method: .get, headers: request.headers)
    guard !question.control.noStore else { return false }
    let key = cache.key(request.url, in: partition)
    var lookup = CacheLookup(facts: .init(request, question, key, finding, context, next))
    lookup.sent = sent
    guard let selectors = try? selectors(of: head, to: .post, lookup), isForPartition(lookup) else { return false }
    lookup.changes = since.changes
    let storing = Storing(head: head, selectors: selectors, key: key, lookup: lookup, former: nil)
    return (try? await store(storing, response.body.bytes, response.trailers)) != nil
  }
}
