// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Why a response was not stored: one word for the verdict.
package struct NotStored: Error, Sendable, Hashable {
  package let word: String

  init(_ word: String) { self.word = word }

  static let method = NotStored("method")
  static let status = NotStored("status")
  static let noStore = NotStored("no-store")
  static let isPrivate = NotStored("private")
  static let authorization = NotStored("authorization")
  static let vary = NotStored("vary")
  static let useless = NotStored("no-lifetime")
  static let coding = NotStored("coding")
  static let tooLarge = NotStored("too-large")
  static let cutOff = NotStored("cut-off")
  static let decider = NotStored("decider")
  static let changed = NotStored("changed")
}

extension CacheDecision {
  /// The statuses whose meaning for caches is known here (RFC 9111 §5.2.2.3).
  private static let understood: Set<Status> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 451, 501,
  ]

  /// The statuses that are about one request and not about the resource, or that their RFC forbids to store: 428, 429,
  /// 431 and 511 (RFC 6585 §3 to §6), 421 and 425 (RFC 9110 §15.5.20, RFC 8470 §5.2).
  private static let neverStored: Set<Status> = [206, 304, 401, 407, 412, 416, 417, 421, 425, 428, 429, 431, 511]

  /// The selectors of a response among those of its key, if it may be stored (RFC 9111 §3).
  ///
  /// - Parameters:
  ///   - response: its head, with the moments of its exchange; its body is not looked at.
  ///   - method: the request's.
  ///   - request: the request's fields.
  ///   - isAuthorized: whether the request carried credentials.
  /// - Returns: the fields that select it.
  /// - Throws: why it may not be stored.
  package func selectors(
    of response: CachedResponse,
    to method: RequestMethod,
    _ request: Headers,
    isAuthorized: Bool
  ) throws(NotStored) -> [CachedResponse.Selector] {
    guard method == .get || method == .post else { throw .method }
    // Interim responses, parts, responses about a stored one, and responses about this request alone.
    guard response.status >= 200, response.status <= 599, !Self.neverStored.contains(response.status) else {
      throw .status
    }
    // Delivered as it came to a caller that can decode it, and nobody else's response.
    guard response.headers.contentCodings.allSatisfy(ContentDecoder.decodes) else { throw .coding }
    let terms = response.terms(self)
    let control = terms.control
    let isOverridden = rules.override(response.status) != nil
    if !isOverridden {
      if control.mustUnderstand {
        guard Self.understood.contains(response.status) else { throw .status }
      } else if control.noStore {
        throw .noStore
      }
      if rules.isShared, control.isPrivate { throw .isPrivate }
    }
    if rules.isShared, isAuthorized,
      isOverridden || !(control.isPublic || control.mustRevalidate || control.sharedMaxAge != nil)
    {
      throw .authorization
    }
    if let length = CacheFields.length(response.headers), length > rules.entryLimit { throw .tooLarge }
    // It would never be fresh and cannot be validated, so storing it would waste memory.
    let isUseful =
      terms.lifetime > 0 && !terms.needsValidation || terms.hasValidator || terms.revalidationWindow > 0
      || terms.errorWindow > 0
    guard isUseful else { throw .useless }
    if terms.lifetime <= 0, !isOverridden, !CacheFreshness.heuristicStatuses.contains(response.status),
      !control.isPublic,
      !control.isPrivate, !CacheFreshness.isExplicit(control, response.headers, isShared: rules.isShared)
    {
      throw .useless
    }
    guard let selectors = CacheVary.selectors(response.headers, request: request, rules) else { throw .vary }
    return selectors
  }

  /// Whether the response to a POST equals that of a GET of its URL (RFC 9110 §9.3.3).
  package func answersGet(_ status: Status, _ headers: Headers, url: ResourceURL) -> Bool {
    guard status == 200, let location = headers["Content-Location"],
      let named = try? url.resolving(reference: location), named.removingUserInfo() == url.removingUserInfo()
    else { return false }
    return CacheFreshness.isExplicit(
      CacheControl(lines: headers.values(for: "Cache-Control")),
      headers,
      isShared: rules.isShared
    )
  }

  /// A response with the part of its head that a cache keeps, and its time (RFC 9111 §3.1, RFC 9110 §6.6.1).
  package func head(_ status: Status, _ headers: Headers, requestTime: Int64, responseTime: Int64) -> CachedResponse {
    var kept = CacheFields.stored(headers)
    if kept["Date"] == nil { kept.append("Date", HTTPDate.format(responseTime.seconds)) }
    return CachedResponse(
      status: status,
      headers: kept,
      body: .init(),
      requestTime: requestTime,
      responseTime: responseTime
    )
  }
}
