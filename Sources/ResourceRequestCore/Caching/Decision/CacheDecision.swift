// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides what to use, send and store, for one set of rules; without a clock, a store or a network.
package final class CacheDecision: Sendable {
  package let rules: CacheRules
  /// The last line of `Cache-Control` and its directives, since the responses of a service mostly have the same line.
  private let lastControl = InlineLock<(line: String, says: CacheControl)?>(nil)

  package init(_ rules: CacheRules) {
    self.rules = rules
  }

  /// The directives of a response's `Cache-Control`.
  func control(_ headers: Headers) -> CacheControl {
    guard let place = headers.place(of: "Cache-Control") else { return CacheControl() }
    let line = headers[place].value
    guard headers.place(of: "Cache-Control", from: place + 1) == nil, line.utf8.count <= 256 else {
      return CacheControl(lines: headers.values(for: "Cache-Control"))
    }
    let last = lastControl.withLock { last in last.flatMap { $0.line.hasSameBytes(as: line) ? $0.says : nil } }
    if let last { return last }
    let says = CacheControl(lines: CollectionOfOne(line))
    // The previous value is released after the lock.
    _ = lastControl.withLock { last in
      defer { last = (line, says) }
      return last
    }
    return says
  }

  /// Whether the cache handles a request.
  package enum Admission: Sendable {
    case question(CacheQuestion)
    /// It bypasses the cache, for a reason; `detail` is one word.
    case pass(CacheVerdict.Reason, detail: String)
  }

  /// Decides whether the cache handles a request, by the request alone.
  package func admit(
    method: RequestMethod,
    headers: Headers,
    hasBody: Bool,
    decodesContent: Bool = true,
    policy: CachePolicy
  ) -> Admission {
    guard method == .get || method == .head else { return .pass(.method, detail: "method") }
    if hasBody { return .pass(.request, detail: "body") }
    // What is stored has been decoded.
    guard decodesContent else { return .pass(.request, detail: "coding") }
    // Preconditions of writing, and ranges of several parts, are the origin's to judge.
    for name in ["If-Match", "If-Unmodified-Since"] where headers.contains(name) {
      return .pass(.request, detail: "precondition")
    }
    var range: ByteRange?
    if method == .get, headers.contains("Range") {
      let lines = headers.values(for: "Range")
      guard lines.count == 1, let one = ByteRange(lines[0]) else { return .pass(.request, detail: "range") }
      range = one
    }
    let question = CacheQuestion(method: method, headers: headers, policy: policy, range: range)
    if question.control.noStore { return .pass(.request, detail: "no-store") }
    return .question(question)
  }

  /// Decides whether the cache handles a request.
  func admit(_ request: ResolvedRequest) -> Admission {
    admit(
      method: request.method,
      headers: request.headers,
      hasBody: request.body != nil,
      decodesContent: request.options.decodesContent,
      policy: request.caching.policy
    )
  }

  /// Decides about a request with the stored responses for its key (RFC 9111 §4).
  package func use(_ question: CacheQuestion, _ variants: [CachedResponse], at now: Int64) -> CacheUse {
    if question.ignoresStored {
      if question.staysHere { return .refuse }
      // It is not asked about, and an answer that takes its place without being stored ends it.
      var forward = CacheForward(.request)
      forward.selected = best(of: variants, for: question, at: now)
      return .forward(forward)
    }
    guard let best = best(of: variants, for: question, at: now) else {
      if question.staysHere { return .refuse }
      var forward = CacheForward(variants.isEmpty ? .uriMiss : .varyMiss)
      // Another variant may be the response to this request too: its server shows this by its tag (RFC 9111 §4.3.1).
      if !question.isConditional, question.range == nil, question.method == .get {
        forward.candidates = variants.filter { $0.terms(self).tag.map { !$0.isWeak } ?? false }
      }
      return .forward(forward)
    }
    // A part of the stored, compressed response is not the part that the server would send.
    if question.range != nil, best.status != 200 || !best.headers.contentCodings.isEmpty {
      return question.staysHere ? .refuse : .forward(CacheForward(.partial))
    }
    let terms = best.terms(self)
    let left = terms.timeLeft(at: now)
    if question.takesAnyAge { return .serve(best, isStale: left <= 0, asksBehind: false) }
    if !demandsValidation(question, terms, at: now), !terms.needsValidation {
      if left > 0 { return .serve(best, isStale: false, asksBehind: false) }
      let staleness = CacheFreshness.difference(0, left)
      if !terms.forbidsStale, let most = question.control.maxStale, most == .max || staleness <= most * 1000 {
        return .serve(best, isStale: true, asksBehind: false)
      }
      if staleness < terms.revalidationWindow, question.control.maxAge == nil, question.control.minFresh == nil {
        return .serve(best, isStale: true, asksBehind: !question.staysHere)
      }
    }
    if question.staysHere { return .refuse }
    return .forward(asking(about: best, variants, question, isFresh: left > 0 && !terms.needsValidation, left))
  }

  /// Whether a request requires validation besides freshness (RFC 9111 §5.2.1).
  private func demandsValidation(_ question: CacheQuestion, _ terms: CacheTerms, at now: Int64) -> Bool {
    if question.wantsValidation { return true }
    let left = terms.timeLeft(at: now)
    // An immutable response need not be validated while it is fresh (RFC 8246 §2).
    let isUnchanging = terms.control.immutable && left > 0
    if question.policy == .revalidate { return !isUnchanging }
    if let most = question.control.maxAge, terms.age(at: now) > most * 1000 || most == 0 {
      if isUnchanging, most == 0 { return false }
      // Together they allow a stale response of this age.
      let slack = question.control.maxStale ?? 0
      let limit = slack == .max ? Int64.max : CacheFreshness.sum(most * 1000, slack * 1000)
      if terms.age(at: now) >= limit || terms.forbidsStale { return true }
    }
    return question.control.minFresh.map { left < $0 * 1000 } ?? false
  }

  /// The stored response for a request: a fresh one before a stale one, then one with `Vary` before one without (RFC 9111
  /// §4.1), then the newest.
  private func best(of variants: [CachedResponse], for question: CacheQuestion, at now: Int64) -> CachedResponse? {
    // Nearly always there is one.
    if variants.count == 1 {
      return CacheVary.matches(variants[0].selectors, question.headers) ? variants[0] : nil
    }
    let matching = variants.filter { CacheVary.matches($0.selectors, question.headers) }
    return matching.max { one, other in
      let (a, b) = (one.terms(self), other.terms(self))
      let (isFresh, otherIsFresh) = (a.timeLeft(at: now) > 0, b.timeLeft(at: now) > 0)
      if isFresh != otherIsFresh { return otherIsFresh }
      if one.selectors.isEmpty != other.selectors.isEmpty { return one.selectors.isEmpty }
      return (a.date, one.responseTime) < (b.date, other.responseTime)
    }
  }

  /// Whether a stored response may be used instead of an error (RFC 5861 §4).
  func replacesErrors(_ stored: CachedResponse, _ question: CacheQuestion, _ left: Int64) -> Bool {
    let terms = stored.terms(self)
    let window = question.control.staleIfError.map { max(terms.errorWindow, $0 * 1000) } ?? terms.errorWindow
    // A request that requires validation gets an older response only if that is allowed for errors.
    return !terms.forbidsStale && rules.settings.staleIfError != .none && window > 0
      && CacheFreshness.difference(0, left) < window
  }

  private func asking(
    about best: CachedResponse,
    _ variants: [CachedResponse],
    _ question: CacheQuestion,
    isFresh: Bool,
    _ left: Int64
  ) -> CacheForward {
    var forward = CacheForward(isFresh ? .request : .stale)
    forward.selected = best
    forward.allowsStaleOnError = replacesErrors(best, question, left)
    // The caller's own condition must not be replaced, and a part must not be confirmed for the whole.
    guard !question.isConditional, question.range == nil, question.method == .get else { return forward }
    if best.terms(self).hasValidator { forward.candidates.append(best) }
    forward.candidates += variants.filter { $0 !== best && $0.terms(self).tag.map { !$0.isWeak } ?? false }
    return forward
  }
}

/// The decision for a request, once the stored responses for its key are known.
package enum CacheUse: Sendable {
  /// The stored response is used; `asksBehind` means that it is revalidated in the background.
  case serve(CachedResponse, isStale: Bool, asksBehind: Bool)
  /// The request is sent.
  case forward(CacheForward)
  /// It may not be sent, and nothing that is stored will do.
  case refuse
}

/// A request on its way to its server.
package struct CacheForward: Sendable {
  package let reason: CacheVerdict.Reason
  /// The validated responses, the one for the request first.
  package var candidates: [CachedResponse] = []
  /// The stored response for the request, whatever its age.
  package var selected: CachedResponse?
  /// Whether the selected one may replace an error (RFC 5861 §4).
  package var allowsStaleOnError = false

  package init(_ reason: CacheVerdict.Reason) {
    self.reason = reason
  }
}
