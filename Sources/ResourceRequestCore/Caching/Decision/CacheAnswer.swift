// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A stored response as the response to one request: complete, a part of it, its head, or 304.
package struct CacheAnswer: Sendable {
  package private(set) var status: Status
  package private(set) var headers: Headers
  package private(set) var body = Data()
  package private(set) var trailers = Headers()

  /// Makes the response (RFC 9111 §4, §4.3.2; RFC 9110 §13.2.2, §14.2).
  ///
  /// - Parameters:
  ///   - stored: the stored response.
  ///   - question: the request.
  ///   - age: its age, in milliseconds.
  ///   - known: its fields with its age; created here if they are not known.
  package init(_ stored: CachedResponse, to question: CacheQuestion, age: Int64, headers known: Headers? = nil) {
    status = stored.status
    headers = known ?? stored.headers
    if known == nil { headers["Age"] = String(age / 1000) }
    if question.isConditional, stored.status == 200, Self.isUnchanged(stored, question.headers) {
      status = 304
      // The description of a 200's body has no meaning without a body (RFC 9110 §15.4.5).
      for name in ["Content-Length", "Content-Encoding", "Content-Type", "Content-Range"] { headers.remove(name) }
      return
    }
    guard question.method != .head else { return }
    guard let range = question.range, stored.status == 200, Self.isMeant(stored, question.headers) else {
      (body, trailers) = (stored.body, stored.trailers)
      return
    }
    let count = stored.body.count
    guard let places = range.places(of: count) else {
      status = 416
      headers["Content-Range"] = "bytes */\(count)"
      headers["Content-Length"] = "0"
      return
    }
    status = 206
    // Of the whole (RFC 9530 §2).
    for name in ["Content-Digest", "Content-MD5"] { headers.remove(name) }
    headers["Content-Range"] = "bytes \(places.lowerBound)-\(places.upperBound - 1)/\(count)"
    headers["Content-Length"] = String(places.count)
    let start = stored.body.startIndex
    body = Data(stored.body[(start + places.lowerBound)..<(start + places.upperBound)])
  }

  /// Whether the caller already has the stored response; a tag decides before a date (RFC 9110 §13.2.2).
  private static func isUnchanged(_ stored: CachedResponse, _ request: Headers) -> Bool {
    let tags = request.values(for: "If-None-Match")
    if !tags.isEmpty {
      // With "*" any representation is enough, also one without a tag (§13.1.2).
      let own = stored.headers["ETag"].flatMap { EntityTag($0) }
      return own?.isNamed(in: tags) ?? FieldList.split(lines: tags).contains { $0.hasSameBytes(as: "*") }
    }
    let now = stored.responseTime.seconds
    guard let since = CacheFreshness.date("If-Modified-Since", in: request, now: now) else { return false }
    guard
      let changed = CacheFreshness.date("Last-Modified", in: stored.headers, now: now)
        ?? CacheFreshness.date("Date", in: stored.headers, now: now)
    else { return false }
    return changed <= since
  }

  /// Whether the requested part belongs to the stored response: without `If-Range`, or if that names it (RFC 9110
  /// §13.1.5).
  private static func isMeant(_ stored: CachedResponse, _ request: Headers) -> Bool {
    guard let condition = request["If-Range"] else { return true }
    if condition.contains(byte: "\"") {
      guard let tag = EntityTag(condition), let own = stored.headers["ETag"].flatMap({ EntityTag($0) }) else {
        return false
      }
      return tag.isStrongly(own)
    }
    // A date is a strong validator only if a second change would have changed it (RFC 9110 §8.8.2.2).
    let now = stored.responseTime.seconds
    guard let text = stored.headers["Last-Modified"], text.hasSameBytes(as: condition),
      let changed = CacheFreshness.date("Last-Modified", in: stored.headers, now: now),
      let date = CacheFreshness.date("Date", in: stored.headers, now: now)
    else { return false }
    return changed < date
  }
}
