// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stored responses that arrived at one moment, and the cache's decisions about later requests.
struct CacheScene {
  /// Monday, 2026-06-01 00:00:00 GMT, in milliseconds.
  static let start: Int64 = 1_780_272_000_000

  var decision: CacheDecision
  var variants: [CachedResponse] = []

  init(_ rules: CacheRules = CacheRules()) {
    decision = CacheDecision(rules)
  }

  static var shared: CacheScene { CacheScene(.shared) }

  static func date(_ seconds: Int64) -> String { HTTPDate.format(start / 1000 + seconds) }

  /// A response that arrived at ``start``, as it is stored.
  func response(_ status: Status, _ headers: Headers, delay: Int64 = 0, body: String = "") -> CachedResponse {
    var headers = headers
    if !headers.contains("Date") { headers.append("Date", Self.date(0)) }
    return CachedResponse(
      status: status,
      headers: CacheFields.stored(headers),
      body: Data(body.utf8),
      requestTime: Self.start - delay,
      responseTime: Self.start
    )
  }

  /// Why a response may not be stored; `nil` if it may.
  func refusal(_ headers: Headers, method: RequestMethod = .get, isAuthorized: Bool = false) -> String? {
    refusal(200, headers, method: method, isAuthorized: isAuthorized)
  }

  /// The same with another status.
  func refusal(
    _ status: Status,
    _ headers: Headers,
    method: RequestMethod = .get,
    request: Headers = Headers(),
    isAuthorized: Bool = false
  ) -> String? {
    do {
      _ = try decision.selectors(of: response(status, headers), to: method, request, isAuthorized: isAuthorized)
      return nil
    } catch { return error.word }
  }

  /// Stores a response, whether or not that is allowed.
  mutating func put(_ headers: Headers, request: Headers = Headers(), body: String = "", delay: Int64 = 0) {
    put(200, headers, request: request, body: body, delay: delay)
  }

  /// The same with another status.
  mutating func put(
    _ status: Status,
    _ headers: Headers,
    request: Headers = Headers(),
    body: String = "",
    delay: Int64 = 0
  ) {
    let head = response(status, headers, delay: delay, body: body)
    let selectors = CacheVary.selectors(head.headers, request: request, decision.rules) ?? []
    variants.append(
      head.freshened(head.headers, requestTime: head.requestTime, responseTime: head.responseTime, selectors: selectors)
    )
  }

  func question(_ headers: Headers = Headers(), method: RequestMethod = .get, _ policy: CachePolicy = .protocol)
    -> CacheQuestion?
  {
    if case .question(let question) = decision.admit(method: method, headers: headers, hasBody: false, policy: policy) {
      return question
    }
    return nil
  }

  /// The decision about a request `seconds` later, as a word.
  func use(
    _ headers: Headers = Headers(),
    method: RequestMethod = .get,
    policy: CachePolicy = .protocol,
    after seconds: Int64 = 1
  ) -> String {
    guard let question = question(headers, method: method, policy) else { return "pass" }
    switch decision.use(question, variants, at: Self.start + seconds * 1000) {
    case .serve(_, let isStale, let asksBehind): return isStale ? (asksBehind ? "old, asks" : "old") : "hit"
    case .forward(let forward): return forward.candidates.isEmpty ? "\(forward.reason)" : "asks, \(forward.reason)"
    case .refuse: return "refuse"
    }
  }

  /// The decision to forward a request; `nil` for any other decision.
  func forward(_ headers: Headers = Headers(), after seconds: Int64 = 1) -> CacheForward? {
    guard let question = question(headers),
      case .forward(let forward) = decision.use(question, variants, at: Self.start + seconds * 1000)
    else { return nil }
    return forward
  }
}

extension CacheRules {
  /// The default rules of a shared cache.
  static var shared: CacheRules { CacheRules { $0.mode = .shared } }

  /// The default rules, changed.
  init(hiding hiddenFields: Set<String> = [], _ change: (inout CacheSettings) -> Void) {
    var settings = CacheSettings()
    change(&settings)
    self.init(settings, hiding: hiddenFields)
  }
}
