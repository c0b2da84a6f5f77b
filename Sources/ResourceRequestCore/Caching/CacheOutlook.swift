// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The cache's plan for a request, before it looks at stored responses: for `explain`.
package struct CacheOutlook: Sendable, Hashable {
  /// Whether the cache handles the request.
  package enum Finding: Sendable, Hashable {
    /// It looks for a stored response with ``CacheOutlook/key``, and stores the response there.
    case looksUp
    /// It bypasses the cache, for a reason in one word, as in the verdict.
    case passes(String)
  }

  /// The partition of the request.
  package enum Owner: String, Sendable, Hashable {
    /// All users of the client.
    case everybody
    /// The configured principal.
    case principal
    /// The login of the request.
    case login
    /// The cookies of the jar.
    case cookies
    /// The partition that the caller names.
    case partition
    /// None: the request has credentials of its own, and names no partition.
    case nobody
  }

  /// Whether the cache handles the request.
  package let finding: Finding
  /// The URL of the key, without secrets, as far as it is known before the response.
  package let key: String
  /// The key; `nil` if there is none.
  package let place: CacheKey?
  /// The partition.
  package let owner: Owner
  /// Whether all users share stored responses.
  package let isShared: Bool
  /// The request's cache policy.
  package let policy: CachePolicy

  /// Decides with the URL of the key, if more is known of it than the rules.
  init(
    _ request: ResolvedRequest,
    _ decision: CacheDecision,
    _ partition: CachePartition,
    url: String?,
    at now: Date
  ) {
    let found = partition.find(request, at: now)
    let text = url ?? SearchRule(decision.rules).url(request.url)
    policy = request.caching.policy
    isShared = partition.isShared
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
      } else if found.cookie != nil {
        .cookies
      } else {
        .principal
      }
    finding =
      switch decision.admit(request) {
      case .pass(_, let detail): .passes(detail)
      case .question: found.text == nil ? .passes("credentials") : .looksUp
      }
  }
}

extension CacheMiddleware {
  /// The outcome of a request now; nothing is sent, stored or counted as used.
  ///
  /// - Returns: the outlook, and the verdict of a response from the current content of the memory.
  package func outlook(
    for request: ResolvedRequest,
    at date: Date
  ) -> (outlook: CacheOutlook, verdict: CacheVerdict) {
    let now = date.wholeMilliseconds
    let url = cache.key(request.url, in: "").url
    let outlook = CacheOutlook(request, cache.decision, partition, url: url, at: date)
    guard case .looksUp = outlook.finding, let place = outlook.place,
      case .question(let question) = cache.decision.admit(request)
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
