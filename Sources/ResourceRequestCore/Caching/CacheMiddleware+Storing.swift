// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension CacheMiddleware {
  /// A response for its caller, and the result for equal requests.
  typealias Kept = (response: TransportResponse, end: ServiceCache.FlightEnd)

  /// Stores a response if allowed, and returns it.
  func keep(
    _ response: TransportResponse,
    _ lookup: CacheLookup,
    _ forward: CacheForward,
    _ requestTime: Int64,
    _ reason: CacheVerdict.Reason
  ) async -> Kept {
    var verdict = CacheVerdict(.miss, reason: reason)
    if lookup.question.method == .head {
      await learn(fromHead: response, lookup, requestTime)
      return kept(response, lookup, verdict)
    }
    guard decider != nil, response.body.stream == nil, !isOwn304(response, lookup) else {
      return keepAtOnce(response, lookup, forward, requestTime, reason)
    }
    do throws(NotStored) {
      let storing = try storing(response, lookup, forward, requestTime, &verdict)
      try await store(storing, response.body.bytes, response.trailers)
      verdict.isStored = true
    } catch {
      note(error, response.status, forward, lookup, requestTime, &verdict)
    }
    return kept(response, lookup, verdict)
  }

  /// Whether storing must wait for something.
  func waitsToKeep(_ lookup: CacheLookup) -> Bool { decider != nil || lookup.question.method == .head }

  /// The same for a response to GET for which no decider is called.
  func keepAtOnce(
    _ response: TransportResponse,
    _ lookup: CacheLookup,
    _ forward: CacheForward,
    _ requestTime: Int64,
    _ reason: CacheVerdict.Reason
  ) -> Kept {
    var verdict = CacheVerdict(.miss, reason: reason)
    if isOwn304(response, lookup) {
      renew(by: response, lookup, forward, requestTime)
      return kept(response, lookup, verdict)
    }
    do throws(NotStored) {
      let storing = try storing(response, lookup, forward, requestTime, &verdict)
      if let stream = response.body.stream {
        // Whether it is stored is not known before its end, and not said.
        collect(stream, storing)
      } else {
        try keep(storing, response.body.bytes, response.trailers)
        verdict.isStored = true
      }
    } catch {
      note(error, response.status, forward, lookup, requestTime, &verdict)
    }
    return kept(response, lookup, verdict)
  }

  /// Stores the body of a stream while its reader reads it.
  private func collect(_ stream: IncomingStream, _ storing: Storing) {
    // The older one goes, as if this one had been collected at once.
    let forget: @Sendable () -> Void = { [self] in
      forgetOlder(than: storing.head.status, storing.former, storing.lookup, since: storing.head.requestTime)
    }
    let collector = BodyCollector(
      limit: cache.decision.rules.entryLimit,
      in: cache.tier.memory,
      whenTooLarge: forget
    ) { [self] body, end in
      let trailers = end?.trailers ?? Headers()
      // Without a hook nothing is awaited, and the next request finds it.
      if decider == nil {
        do { try keep(storing, body, trailers) } catch { forget() }
      } else {
        work.start { do { try await store(storing, body, trailers) } catch { forget() } }
      }
    }
    stream.show(to: collector.tap)
  }

  /// Whether a 304 answers a condition of the caller.
  private func isOwn304(_ response: TransportResponse, _ lookup: CacheLookup) -> Bool {
    lookup.question.isConditional && response.status == 304
  }

  /// The response to store, if allowed.
  private func storing(
    _ response: TransportResponse,
    _ lookup: CacheLookup,
    _ forward: CacheForward,
    _ requestTime: Int64,
    _ verdict: inout CacheVerdict
  ) throws(NotStored) -> Storing {
    let now = lookup.moment
    guard isForPartition(lookup) else { throw .authorization }
    let head = cache.decision.head(response.status, response.headers, requestTime: requestTime, responseTime: now)
    let selectors = try selectors(of: head, to: .get, lookup)
    verdict.timeToLive = .milliseconds(head.terms(cache.decision).timeLeft(at: now))
    let key = learnedKey(head, lookup)
    return Storing(head: head, selectors: selectors, key: key, lookup: lookup, former: forward.selected)
  }

  /// The selectors of a response, if it may be stored.
  func selectors(
    of head: CachedResponse,
    to method: RequestMethod,
    _ lookup: CacheLookup
  ) throws(NotStored) -> [CachedResponse.Selector] {
    let selectors = try cache.decision.selectors(
      of: head,
      to: method,
      lookup.request.headers,
      isAuthorized: lookup.isAuthorized
    )
    guard !isChanged(lookup, in: selectors) else { throw .vary }
    return selectors
  }

  /// Whether middleware of an attempt has changed the URL, or a field that selects the response: the cache, which is above,
  /// looks up neither.
  func isChanged(_ lookup: CacheLookup, in selectors: [CachedResponse.Selector]) -> Bool {
    lookup.sent?.hasChanged { sent, begun in
      selectors.allSatisfy { selector in
        let values = [sent, begun].map { CacheVary.value(of: selector.name, in: $0).map(ExactText.init) }
        return values[0] == values[1]
      }
    } ?? false
  }

  /// Whether the request carried the credentials that its partition is for; a shared cache, and a caller that names its
  /// partition, need not know whose they were.
  func isForPartition(_ lookup: CacheLookup) -> Bool {
    if cache.settings.mode == .shared || lookup.request.caching.partition != nil { return true }
    return lookup.sent?.hasOthers != true && partition.isUnchanged(since: lookup.finding, lookup.request)
  }

  /// Records why a response is not stored, and removes the one it replaces.
  private func note(
    _ why: NotStored,
    _ status: Status,
    _ forward: CacheForward,
    _ lookup: CacheLookup,
    _ requestTime: Int64,
    _ verdict: inout CacheVerdict
  ) {
    verdict.detail = why.word
    forgetOlder(than: status, forward.selected, lookup, since: requestTime)
  }

  /// A response with its verdict.
  private func kept(_ answer: TransportResponse, _ lookup: CacheLookup, _ verdict: CacheVerdict) -> Kept {
    var (response, verdict) = (answer, verdict)
    verdict.storedURL = Secret(lookup.key.url)
    tell(verdict, lookup.context, of: &response)
    return (response, response.status != 403 && verdict.isStored ? .stored : .useless)
  }

  /// A response that is stored when its body is complete.
  struct Storing: Sendable {
    var head: CachedResponse
    var selectors: [CachedResponse.Selector]
    let key: CacheKey
    let lookup: CacheLookup
    /// What was stored for the request before.
    let former: CachedResponse?
  }

  /// Stores a complete response, as the decider decides.
  func store(_ storing: Storing, _ body: Data, _ trailers: Headers) async throws(NotStored) {
    var storing = storing
    let head = storing.head
    try check(storing, body)
    if let decider {
      let lifetime = max(0, head.terms(cache.decision).lifetime)
      let proposal = CacheProposal(
        request: storing.lookup.request.summary,
        url: storing.lookup.request.url,
        status: head.status,
        headers: head.headers,
        data: body,
        lifetime: .milliseconds(lifetime)
      )
      // What is not decided in the call's time is not stored; its response is there.
      let choice = try? await CallTime.spend(of: storing.lookup.context, on: "it was decided what to store") {
        await decider(proposal)
      }
      switch choice ?? .discard {
      case .store: break
      case .discard: throw .decider
      case .storeAs(let others, let lifetime):
        var headers = others.map(CacheFields.stored) ?? head.headers
        let rules = cache.decision.rules
        if let lifetime { headers.setLifetime(lifetime, at: head.responseTime.seconds, rules) }
        guard let chosen = CacheVary.selectors(headers, request: storing.lookup.request.headers, rules),
          !isChanged(storing.lookup, in: chosen)
        else { throw .vary }
        storing.selectors = chosen
        let (requestTime, responseTime) = (head.requestTime, head.responseTime)
        storing.head = head.freshened(headers, requestTime: requestTime, responseTime: responseTime, selectors: chosen)
      }
    }
    try keep(storing, body, trailers)
  }

  /// Refuses a body that is too large, or not whole.
  private func check(_ storing: Storing, _ body: Data) throws(NotStored) {
    if body.count > cache.decision.rules.entryLimit { throw .tooLarge }
    // A truncated body is never used as a complete one (RFC 9111 §3.3).
    let headers = storing.head.headers
    if headers.contentCodings.isEmpty, let length = CacheFields.length(headers), length != body.count { throw .cutOff }
  }

  /// Puts a response into the stores.
  private func keep(_ storing: Storing, _ body: Data, _ trailers: Headers) throws(NotStored) {
    try check(storing, body)
    let lookup = storing.lookup
    // It may have been noted under another key, if this response defines the key.
    guard !cache.tier.changes.hasChanged(lookup.key.url, since: lookup.changes) else { throw .changed }
    let whole = storing.head.with(body, trailers, selectors: storing.selectors, isAuthorized: lookup.isPersonal)
    switch cache.tier.keep(whole, for: storing.key, since: lookup.changes, lookup.context, work) {
    case .kept: break
    case .changed: throw .changed
    case .tooLarge: throw .tooLarge
    }
    // What it was selected by before goes, or it would be chosen as the one with Vary; and what is under another key, which its
    // query may have again.
    if let former = storing.former, former.selectors != storing.selectors || storing.key != lookup.key {
      cache.tier.forget(former, for: lookup.key, since: storing.head.requestTime, lookup.context, work)
    }
  }

  /// The key of a response, whose head may define the relevant parts of its query.
  private func learnedKey(_ head: CachedResponse, _ lookup: CacheLookup) -> CacheKey {
    // Without a query there is nothing to distinguish.
    guard lookup.request.url.layout.hasQuery else { return lookup.key }
    let saysSo = head.headers.contains("No-Vary-Search")
    let rule = saysSo ? SearchRule(cache.decision.rules, head.headers) : cache.searches.standard
    if rule != cache.searches.rule(for: lookup.request.url) {
      _ = cache.searches.learn(rule, for: lookup.request.url)
    }
    // Another response may have brought the rule since this one was asked for.
    let url = rule.url(lookup.request.url)
    guard !url.hasSameBytes(as: lookup.key.url) else { return lookup.key }
    return CacheKey(partition: lookup.key.partition, url: url)
  }

  /// Removes the response that a newer one replaces, even if that is not stored.
  private func forgetOlder(
    than status: Status,
    _ former: CachedResponse?,
    _ lookup: CacheLookup,
    since requestTime: Int64
  ) {
    // Responses that do not describe the resource leave it: errors of the server, of its limits, and of the caller.
    guard let former, (200..<400).contains(status.code) || status == 404 || status == 410,
      status != 206, status != 304
    else { return }
    cache.tier.forget(former, for: lookup.key, since: requestTime, lookup.context, work)
  }

  /// Updates a stored response by the 304 to a condition of the caller, if it certainly names that response.
  private func renew(
    by response: TransportResponse,
    _ lookup: CacheLookup,
    _ forward: CacheForward,
    _ requestTime: Int64
  ) {
    guard let selected = forward.selected, let tag = response.headers["ETag"].flatMap({ EntityTag($0) }),
      let own = selected.terms(cache.decision).tag, tag.isStrongly(own)
    else { return }
    renew(selected, by: response, lookup, requestTime)
  }

  /// Updates or removes a stored response by a response to HEAD (RFC 9111 §4.3.5).
  private func learn(fromHead response: TransportResponse, _ lookup: CacheLookup, _ requestTime: Int64) async {
    for stored in await cache.tier.find(lookup.key, for: lookup.request.headers, lookup.context).variants
    where CacheVary.matches(stored.selectors, lookup.request.headers) {
      switch cache.decision.compare(stored, withHead: response.status, response.headers) {
      case .unknown: break
      case .changed: cache.tier.forget(stored, for: lookup.key, since: requestTime, lookup.context, work)
      case .same: renew(stored, by: response, lookup, requestTime)
      }
    }
  }
}
