// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What to do with a response that may be a redirect (RFC 9110 §15.4).
///
/// Pure.
package enum RedirectDecision: Sendable, Hashable {
  /// The next hop.
  package struct Step: Sendable, Hashable {
    package let url: ResourceURL
    package let method: RequestMethod
    package let keepsBody: Bool
    /// The origin before its scheme was upgraded to https, if it was (RFC 6797 §8.3).
    package private(set) var upgradedFrom: Origin?

    /// The same hop, upgraded to https on the same host.
    func upgraded(to url: ResourceURL) -> Step {
      var step = Step(url: url, method: method, keepsBody: keepsBody)
      step.upgradedFrom = self.url.origin
      return step
    }
  }

  /// Return the response.
  case answer
  /// Follow the redirect.
  case follow(Step)
  /// Ask the closure whether to follow.
  case ask(Step, RedirectPolicy.Decider)
  /// Fail: it can neither be followed nor returned.
  case fail(ResourceError.Code, String)

  /// Decides on a response.
  ///
  /// - Parameters:
  ///   - status: the response's status.
  ///   - headers: the response's header fields.
  ///   - request: the request.
  ///   - followed: the number of redirects already followed.
  ///   - policy: the caller's policy.
  /// - Returns: the decision.
  package static func decide(
    _ status: Status,
    _ headers: Headers,
    to request: ResolvedRequest,
    followed: Int,
    policy: RedirectPolicy
  ) -> RedirectDecision {
    let limit: Int
    switch policy.rule {
    case .refuse: return .answer
    case .follow(let most), .decide(let most, _): limit = most
    }
    // 300 offers a choice, 304 has no body to fetch and 305 is deprecated: they are final responses, with or without
    // Location.
    guard isRedirect(status), let location = headers["Location"], !location.isEmpty else { return .answer }
    guard followed < limit else {
      return .fail(.tooManyRedirects, "more than \(limit) redirects; raise the limit, or look for a loop")
    }
    let url: ResourceURL
    do {
      url = try request.url.resolving(asWritten: location).removingUserInfo()
    } catch {
      return .fail(.invalidRedirect, "the redirect does not lead to an http or https URL: \(error.reason)")
    }
    let method = method(after: status, request.method)
    let keepsBody = request.body != nil && method == request.method && status != 303
    let step = Step(url: url, method: method, keepsBody: keepsBody)
    if case .decide(_, let decider) = policy.rule { return .ask(step, decider) }
    return following(step, of: request)
  }

  /// Follows, where the body can be sent again.
  static func following(_ step: Step, of request: ResolvedRequest) -> RedirectDecision {
    guard step.keepsBody, request.body?.isReplayable == false else { return .follow(step) }
    return .fail(.bodyNotReplayable, "the redirect asks for the body again, and it can be read once only")
  }

  /// Whether the status is that of a redirect.
  package static func isRedirect(_ status: Status) -> Bool {
    switch status.code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// The method of the next hop.
  ///
  /// 303 changes it to GET, but HEAD stays HEAD. 301 and 302 change POST to GET, as all clients do; 307 and 308 keep
  /// it.
  private static func method(after status: Status, _ method: RequestMethod) -> RequestMethod {
    switch status {
    case 303: method == .head ? .head : .get
    case 301, 302: method == .post ? .get : method
    default: method
    }
  }
}

extension ExchangeOptions {
  /// The window of the stream as which a response is delivered at its head; `nil` if it is delivered when it is complete.
  package func window(_ status: Status, _ headers: Headers) -> Int? {
    if let streamWindow { return streamWindow }
    // The call will probably continue from it without its body.
    guard streamsRedirects, RedirectDecision.isRedirect(status) else { return nil }
    return headers["Location"]?.isEmpty == false ? 64 << 10 : nil
  }

  /// Has every response delivered when it is complete: nobody reads a stream.
  mutating func deliverWhole() {
    streamWindow = nil
    streamsRedirects = false
  }
}

/// The fields that a request keeps on a redirect to another origin.
///
/// An allowlist of harmless fields: only the caller knows which of the others are credentials.
package enum RedirectedFields {
  /// Whether a field that does not describe the body is kept.
  static func cross(origins name: String, allowed: [String]) -> Bool {
    guard !FieldCharacters.equalNames(name, "Host") else { return false }
    return (harmless + conditions + ofBody + allowed).contains { FieldCharacters.equalNames(name, $0) }
  }

  /// Whether a field describes the body as sent.
  static func describeBody(_ name: String) -> Bool {
    ["Content-Type", "Trailer"].contains { FieldCharacters.equalNames(name, $0) }
  }

  /// Fields about what is requested and how.
  ///
  /// Not the trace context: the other origin takes no part in the trace (W3C Trace Context §3.5).
  private static let harmless = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "User-Agent",
    "Last-Event-ID", "Prefer", "Priority", "Upload-Draft-Interop-Version",
  ]

  /// The fields about one representation of one resource, as the client knows it (RFC 9110 §13.1, §14.2).
  package static let conditions = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
  ]

  /// The fields that describe a body and are kept with it; without `Content-Range` a part would pass for the whole.
  package static let ofBody =
    ofContent + [
      "Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Disposition",
      "Content-Range", "Repr-Digest", "Trailer", "Upload-Complete", "Upload-Offset", "Upload-Length",
    ]

  /// The fields about the very bytes of a body (RFC 9530 §2), which are others where only a part is sent.
  package static let ofContent = ["Content-MD5", "Content-Digest", "Digest"]
}
