// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CacheMiddleware {
  /// Stores what a server answered, where that may be, and gives it to the caller.
  func keep(
    _ answer: TransportResponse,
    _ errand: Errand,
    _ forward: CacheForward,
    _ requestTime: Int64,
    _ reason: CacheVerdict.Reason
  ) async -> (response: TransportResponse, landing: ServiceCache.Landing) {
    var response = answer
    let responseTime = errand.moment
    var verdict = CacheVerdict(.miss, reason: reason)
    verdict.storedURL = Secret(errand.key.url)
    let head = cache.decision.head(
      response.status,
      response.headers,
      requestTime: requestTime,
      responseTime: responseTime
    )
    let isShareable = response.status != 403
    if errand.question.method == .head {
      await learn(fromHead: response, errand, requestTime)
    } else if errand.question.isConditional, response.status == 304 {
      renew(by: response, errand, forward, requestTime)
    } else {
      do {
        let selectors = try cache.decision.selectors(
          of: head,
          to: .get,
          errand.request.headers,
          isAuthorized: errand.isAuthorized
        )
        let key = learnedKey(head, errand)
        let storing = Storing(head: head, selectors: selectors, key: key, errand: errand)
        verdict.timeToLive = .milliseconds(head.terms(cache.decision).timeLeft(at: responseTime))
        if let stream = response.body.stream {
          let collector = BodyCollector(limit: cache.decision.rules.entryLimit) { [self] body, end in
            let trailers = end?.trailers ?? Headers()
            // Without a hook nothing is waited for, and whoever asks next finds it.
            if decider == nil {
              keep(storing, body, trailers, storing.head.headers)
            } else {
              work.start { _ = await store(storing, body, trailers) }
            }
          }
          stream.show(to: collector.tap)
          verdict.isStored = true
        } else {
          try await store(storing, response.body.bytes, response.trailers).get()
          verdict.isStored = true
        }
      } catch {
        verdict.detail = error.word
        forgetOlder(than: response.status, forward, errand)
      }
    }
    tell(verdict, errand.context, of: &response)
    return (response, isShareable && verdict.isStored ? .stored : .useless)
  }

  /// A response that is to be stored once its body is whole.
  struct Storing: Sendable {
    let head: CachedResponse
    let selectors: [CachedResponse.Selector]
    let key: CacheKey
    let errand: Errand
  }

  /// Stores a whole response, as the hook says.
  func store(_ storing: Storing, _ body: Data, _ trailers: Headers) async -> Result<Void, NotStored> {
    let head = storing.head
    var headers = head.headers
    if let why = refusal(storing, body) { return .failure(why) }
    if let decider {
      let lifetime = max(0, head.terms(cache.decision).lifetime)
      let proposal = CacheProposal(
        request: storing.errand.request.summary,
        url: storing.errand.request.url,
        status: head.status,
        headers: headers,
        data: body,
        lifetime: .milliseconds(lifetime)
      )
      switch await decider(proposal) {
      case .store: break
      case .discard: return .failure(.decider)
      case .storeAs(let others, let lifetime):
        headers = others.map(CacheFields.stored) ?? headers
        if let lifetime { headers.setLifetime(lifetime, isShared: cache.decision.rules.isShared) }
      }
    }
    return keep(storing, body, trailers, headers) ? .success(()) : .failure(.changed)
  }

  /// Why a body is not stored.
  private func refusal(_ storing: Storing, _ body: Data) -> NotStored? {
    if body.count > cache.decision.rules.entryLimit { return .tooLarge }
    // A body that was cut off is never used as a whole one (RFC 9111 §3.3).
    let headers = storing.head.headers
    if headers.contentCodings.isEmpty, let length = CacheFields.length(headers), length != body.count { return .cutOff }
    return nil
  }

  @discardableResult
  private func keep(_ storing: Storing, _ body: Data, _ trailers: Headers, _ headers: Headers) -> Bool {
    guard refusal(storing, body) == nil else { return false }
    let (head, errand) = (storing.head, storing.errand)
    let whole = CachedResponse(
      status: head.status,
      headers: headers,
      body: body,
      trailers: trailers,
      requestTime: head.requestTime,
      responseTime: head.responseTime,
      selectors: storing.selectors,
      isAuthorized: errand.isAuthorized || carriesMore?(errand.request.url, errand.context.clock.date) == true
    )
    return cache.tier.keep(whole, for: storing.key, since: errand.changes, errand.context, work)
  }

  /// The key of a response, which may say itself what of its query counts.
  private func learnedKey(_ head: CachedResponse, _ errand: Errand) -> CacheKey {
    let rule = SearchRule(cache.decision.rules, head.headers)
    guard rule != cache.searches.rule(for: errand.request.url) else { return errand.key }
    let url = cache.searches.learn(rule, for: errand.request.url).url(errand.request.url)
    return CacheKey(partition: errand.key.partition, url: url)
  }

  /// Forgets what a newer answer has taken the place of, though that may not be stored.
  private func forgetOlder(than status: Status, _ forward: CacheForward, _ errand: Errand) {
    // What says nothing about the resource leaves it: errors of the server, of its limits, and of who asks.
    guard let selected = forward.selected, (200..<400).contains(status.code) || status == 404 || status == 410,
      status != 206, status != 304
    else { return }
    cache.tier.forget(selected, for: errand.key, errand.context, work)
  }

  /// Renews what is stored by the response to a condition of the caller's own, where that names it for certain.
  private func renew(by response: TransportResponse, _ errand: Errand, _ forward: CacheForward, _ requestTime: Int64) {
    guard let selected = forward.selected, let tag = response.headers["ETag"].flatMap({ EntityTag($0) }),
      let own = selected.terms(cache.decision).tag, tag.isStrongly(own)
    else { return }
    renew(selected, by: response, errand, requestTime)
  }

  /// Renews or forgets what is stored by a response to HEAD (RFC 9111 §4.3.5).
  private func learn(fromHead response: TransportResponse, _ errand: Errand, _ requestTime: Int64) async {
    for stored in await cache.tier.find(errand.key, errand.context).variants
    where CacheVary.matches(stored.selectors, errand.request.headers) {
      switch cache.decision.compare(stored, withHead: response.status, response.headers) {
      case .unknown: break
      case .changed: cache.tier.forget(stored, for: errand.key, errand.context, work)
      case .same: renew(stored, by: response, errand, requestTime)
      }
    }
  }
}

extension Headers {
  /// Says how long a response is fresh, in the place of what it says of that.
  fileprivate mutating func setLifetime(_ lifetime: Duration, isShared: Bool) {
    let seconds = Swift.max(0, lifetime.components.seconds)
    let kept = values(for: "Cache-Control").flatMap { FieldList.split($0) }.filter { element in
      let name = element.lowercasedASCII()
      return !name.begins(withBytesOf: "max-age") && !name.begins(withBytesOf: "s-maxage")
    }
    self["Cache-Control"] = (kept + [isShared ? "s-maxage=\(seconds)" : "max-age=\(seconds)"]).joined(separator: ", ")
    remove("Expires")
    remove("Age")
  }
}
