// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheDecision {
  /// The fields of a request, with what its policy asks of the caches on the way.
  func asking(_ headers: Headers, by policy: CachePolicy) -> Headers {
    var headers = headers
    switch policy {
    case .reloadEverywhere where !CacheControl(lines: headers.values(for: "Cache-Control")).noCache:
      headers.append("Cache-Control", "no-cache")
    case .revalidate where !headers.contains("Cache-Control"): headers["Cache-Control"] = "max-age=0"
    default: break
    }
    return headers
  }

  /// The fields of a request that validates stored responses (RFC 9111 §4.3.1).
  package func conditional(_ headers: Headers, _ forward: CacheForward, _ question: CacheQuestion) -> Headers {
    var headers = asking(headers, by: question.policy)
    guard !forward.candidates.isEmpty else { return headers }
    var tags: [EntityTag] = []
    for candidate in forward.candidates {
      if let tag = candidate.terms(self).tag, !tags.contains(tag) { tags.append(tag) }
    }
    if !tags.isEmpty { headers["If-None-Match"] = tags.map(\.text).joined(separator: ", ") }
    if let selected = forward.candidates.first(where: { $0 === forward.selected }),
      selected.terms(self).lastModified != nil, let text = selected.headers["Last-Modified"]
    {
      headers["If-Modified-Since"] = text
    }
    return headers
  }

  /// Which of the validated responses a `304` confirms; `nil` if it names none of them and so confirms nothing (RFC
  /// 9111 §4.3.4).
  package func confirmed(by headers: Headers, _ forward: CacheForward) -> CachedResponse? {
    let candidates = forward.candidates
    if let text = headers["ETag"] {
      guard let tag = EntityTag(text) else { return nil }
      return candidates.first { $0.terms(self).tag.map(tag.isStrongly) ?? false }
        ?? candidates.first { $0.terms(self).tag.map(tag.isWeakly) ?? false }
        // A server that recognized it by its date may send a tag although it sent none before.
        ?? sameDate(candidates.first { $0 === forward.selected && $0.terms(self).tag == nil }, as: headers)
    }
    guard candidates.count > 1 else { return sameDate(candidates.first, as: headers) }
    // Without a tag, one of several is named by its date alone.
    guard headers.contains("Last-Modified") else { return nil }
    return sameDate(candidates.first { $0 === forward.selected && $0.terms(self).lastModified != nil }, as: headers)
  }

  /// A stored response, unless a `304` has a different date, which belongs to another one.
  private func sameDate(_ stored: CachedResponse?, as headers: Headers) -> CachedResponse? {
    if let text = headers["Last-Modified"], let own = stored?.headers["Last-Modified"],
      !text.trimmingBlanks().hasSameBytes(as: own.trimmingBlanks())
    {
      return nil
    }
    return stored
  }

  /// The others that a `304` confirms with the one it names: those with the same strong tag (RFC 9111 §4.3.4).
  package func confirmedToo(
    by headers: Headers,
    _ forward: CacheForward,
    beside stored: CachedResponse
  ) -> [CachedResponse] {
    guard forward.candidates.count > 1, let tag = headers["ETag"].flatMap({ EntityTag($0) }) else { return [] }
    return forward.candidates.filter { $0 !== stored && $0.terms(self).tag.map(tag.isStrongly) == true }
  }

  /// A stored response, updated by a newer head.
  package struct Freshened: Sendable {
    /// The response, to be used this once at least.
    package let response: CachedResponse
    /// Why it must not be stored any longer: its newer head forbids that.
    package let refusal: NotStored?
  }

  /// Updates a stored response with a newer head (RFC 9111 §3.2, §4.3.4).
  ///
  /// The newer head counts for storing too: a `304` may be the first with `no-store` or `private`.
  package func freshened(
    _ stored: CachedResponse,
    by headers: Headers,
    to request: Headers,
    isAuthorized: Bool = false,
    requestTime: Int64,
    responseTime: Int64
  ) -> Freshened {
    var fields = CacheFields.updated(stored.headers, by: headers)
    if !headers.contains("Date") { fields["Date"] = HTTPDate.format(responseTime.seconds) }
    // A tag that is only weakly the same says nothing of the bytes that are stored (RFC 9110 §8.8.3.2).
    if let own = stored.terms(self).tag, let tag = fields["ETag"].flatMap({ EntityTag($0) }), !tag.isStrongly(own) {
      fields["ETag"] = stored.headers["ETag"]
    }
    func response(_ selectors: [CachedResponse.Selector]) -> CachedResponse {
      stored.freshened(
        fields,
        requestTime: requestTime,
        responseTime: responseTime,
        selectors: selectors,
        isAuthorized: stored.isAuthorized || isAuthorized
      )
    }
    let fresh = response(stored.selectors)
    do {
      return Freshened(
        response: response(try selectors(of: fresh, to: .get, request, isAuthorized: isAuthorized)),
        refusal: nil
      )
    } catch { return Freshened(response: fresh, refusal: error) }
  }

  /// Whether a response to a validation is an error that the stored response may replace (RFC 5861 §4).
  package func isError(_ status: Status) -> Bool { status == 500 || status == 502 || status == 503 || status == 504 }

  /// The consequence of a response to HEAD for a stored response to GET (RFC 9111 §4.3.5).
  package enum HeadFinding: Sendable, Hashable {
    case same
    case changed
    case unknown
  }

  /// Compares a stored response with the head of a response to HEAD.
  package func compare(_ stored: CachedResponse, withHead status: Status, _ headers: Headers) -> HeadFinding {
    guard status == 200, stored.status == 200 else { return .unknown }
    let terms = stored.terms(self)
    if let length = CacheFields.length(headers), let own = CacheFields.length(stored.headers), length != own {
      return .changed
    }
    if let tag = headers["ETag"].flatMap({ EntityTag($0) }) {
      guard let own = terms.tag else { return .unknown }
      return tag.isWeakly(own) ? .same : .changed
    }
    if let text = headers["Last-Modified"], let own = stored.headers["Last-Modified"] {
      return text.hasSameBytes(as: own) ? .same : .changed
    }
    return .unknown
  }

  /// The URLs whose stored responses must not be used any more, after a response to a method that may have changed
  /// something: the target, and the URLs of the same origin that it names (RFC 9111 §4.4).
  package func invalidated(
    by method: RequestMethod,
    _ status: Status,
    _ headers: Headers,
    of url: ResourceURL
  ) -> [ResourceURL] {
    guard !method.isSafe, (200..<400).contains(status.code) else { return [] }
    var urls = [url]
    for name in ["Location", "Content-Location"] {
      guard let text = headers[name], let named = try? url.resolving(reference: text), named.origin == url.origin,
        !urls.contains(named)
      else { continue }
      urls.append(named)
    }
    return urls
  }
}
