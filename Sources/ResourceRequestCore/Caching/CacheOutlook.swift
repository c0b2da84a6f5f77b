// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a cache makes of a request before it looks at what is stored: for who wants to know without sending.
package struct CacheOutlook: Sendable, Hashable {
  /// What the request is to the cache.
  package enum Finding: Sendable, Hashable {
    /// It is answered from what is stored under ``CacheOutlook/key``, or its answer is stored there.
    case looksUp
    /// It passes, and nothing is stored; one word says why, as in the verdict.
    case passes(String)
  }

  /// Whose responses are meant.
  package enum Owner: String, Sendable, Hashable {
    /// Everybody's who uses the client.
    case everybody
    /// The configured principal's.
    case principal
    /// Those of the login of the request.
    case login
    /// Those of the partition that the caller names.
    case partition
    /// Nobody's: the request shows who asks, and names no partition.
    case nobody
  }

  /// What the request is to the cache.
  package let finding: Finding
  /// The URL that responses are stored by, without secrets; as far as is known before its server has answered.
  package let key: String
  /// The same with whose it is, to look it up; `nil` where nothing is.
  package let place: CacheKey?
  /// Whose responses are meant.
  package let owner: Owner
  /// Whether everybody shares what is stored.
  package let isShared: Bool
  /// What the request makes of the cache.
  package let policy: CachePolicy

  /// What a cache makes of a request, by its settings alone.
  package init(_ request: ResolvedRequest, _ settings: CacheSettings, _ partition: CachePartition) {
    self.init(request, CacheDecision(settings.rules()), partition, url: nil)
  }

  /// The same with the URL it is stored by, where more is known of that than the rules.
  init(_ request: ResolvedRequest, _ decision: CacheDecision, _ partition: CachePartition, url: String?) {
    let found = partition.find(request.headers, request.caching, request.authorization)
    let text = url ?? SearchRule(decision.rules).url(request.url)
    policy = request.caching.policy
    isShared = decision.rules.isShared
    key = CacheKey(partition: "", url: text).description
    place = found.text.map { CacheKey(partition: $0, url: text) }
    owner =
      if found.text == nil {
        .nobody
      } else if request.caching.partition != nil {
        .partition
      } else if isShared || !found.isAuthorized {
        .everybody
      } else if request.authorization.login != nil {
        .login
      } else {
        .principal
      }
    let admission = decision.admit(
      method: request.method,
      headers: request.headers,
      hasBody: request.body != nil,
      policy: policy
    )
    finding =
      switch admission {
      case .pass(_, let detail): .passes(detail)
      case .question: found.text == nil ? .passes("credentials") : .looksUp
      }
  }
}

extension CacheMiddleware {
  /// What becomes of a request, as things stand: nothing is sent, stored or counted as used.
  ///
  /// - Returns: what the cache makes of it, and the verdict that its answer would have by what is in memory.
  package func outlook(
    for request: ResolvedRequest,
    at now: Int64
  ) -> (outlook: CacheOutlook, verdict: CacheVerdict) {
    let url = cache.key(request.url, in: "").url
    let outlook = CacheOutlook(request, cache.decision, partition, url: url)
    guard case .looksUp = outlook.finding, let place = outlook.place,
      case .question(let question) = cache.decision.admit(
        method: request.method,
        headers: request.headers,
        hasBody: request.body != nil,
        policy: request.caching.policy
      )
    else {
      guard case .passes(let detail) = outlook.finding else { return (outlook, CacheVerdict(.bypass, reason: .bypass)) }
      return (outlook, CacheVerdict(.bypass, reason: .bypass, detail: detail))
    }
    var verdict: CacheVerdict
    switch cache.decision.use(question, cache.tier.memory.seen(place) ?? [], at: now) {
    case .serve(let stored, let isStale, _):
      verdict = CacheVerdict(isStale ? .stale : .hit)
      let terms = stored.terms(cache.decision)
      verdict.age = .milliseconds(terms.age(at: now))
      verdict.timeToLive = .milliseconds(terms.timeLeft(at: now))
    case .forward(let forward): verdict = CacheVerdict(.miss, reason: forward.reason)
    case .refuse: verdict = CacheVerdict(.miss, reason: .request, detail: "only-if-cached")
    }
    verdict.storedURL = Secret(place.url)
    return (outlook, verdict)
  }
}
