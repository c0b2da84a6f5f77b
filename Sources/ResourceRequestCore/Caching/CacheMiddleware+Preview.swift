// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a cache would do with a request, as far as its memory tells.
package struct CachePreview: Sendable, Hashable {
  /// The URL that the response is stored by, without secrets; `nil` where the cache does not handle the request.
  package var key: String?
  /// A short hash of whose responses it may use; `nil` where nothing may be used or stored.
  package var partition: String?
  /// What becomes of the request.
  package var verdict: CacheVerdict
}

extension CacheMiddleware {
  /// What would become of a request now; nothing is sent, stored or counted as a use.
  ///
  /// A store behind the memory is not asked: what it may have is a miss here.
  package func preview(_ request: ResolvedRequest, at moment: Int64) -> CachePreview {
    let finding = partition.find(request.headers, request.caching, request.authorization)
    // The partition is made of names and digests that are nobody's business.
    let shown = finding.text.map { String(SHA256.hexadecimal(of: $0).prefix(8)) }
    let admission = cache.decision.admit(
      method: request.method,
      headers: request.headers,
      hasBody: request.body != nil,
      policy: request.caching.policy
    )
    switch admission {
    case .pass(let reason, let detail):
      return CachePreview(partition: shown, verdict: CacheVerdict(.bypass, reason: reason, detail: detail))
    case .question(let question):
      guard let text = finding.text else {
        return CachePreview(verdict: CacheVerdict(.bypass, reason: .bypass, detail: "credentials"))
      }
      let key = cache.key(request.url, in: text)
      let url = (try? ResourceURL(key.url))?.redacted() ?? Redaction.reference(key.url)
      var preview = CachePreview(key: url, partition: shown, verdict: CacheVerdict(.miss))
      switch cache.decision.use(question, cache.tier.memory.peeked(key), at: moment) {
      case .serve(let stored, let isStale, _):
        let terms = stored.terms(cache.decision)
        preview.verdict = CacheVerdict(isStale ? .stale : .hit)
        preview.verdict.age = .milliseconds(terms.age(at: moment))
        preview.verdict.timeToLive = .milliseconds(terms.timeLeft(at: moment))
      case .refuse: preview.verdict.reason = .request
      case .forward(let forward): preview.verdict.reason = forward.reason
      }
      return preview
    }
  }
}
