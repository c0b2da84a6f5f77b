// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The directives of a `Cache-Control` field, of a request or a response (RFC 9111 §5.2).
///
/// Malformed means strict: a restricting directive counts in any context, a permitting one only if it is well formed,
/// and an unreadable lifetime counts as none (RFC 9111 §4.2.1).
package struct CacheControl: Sendable, Hashable {
  package var noStore = false
  package var noCache = false
  package var isPrivate = false
  package var isPublic = false
  package var mustRevalidate = false
  package var proxyRevalidate = false
  package var mustUnderstand = false
  package var immutable = false
  package var onlyIfCached = false
  package var maxAge: Int64?
  package var sharedMaxAge: Int64?
  package var staleWhileRevalidate: Int64?
  package var staleIfError: Int64?
  package var minFresh: Int64?
  /// `Int64.max` for a `max-stale` without a number: however old.
  package var maxStale: Int64?

  /// The most seconds that count (RFC 9111 §1.2.2).
  package static let longest: Int64 = 1 << 31

  /// No directives.
  package init() {}

  /// The directives of all lines of the field; no line's unclosed quote swallows another line.
  package init(lines: some Sequence<String>) {
    for line in lines { read(line) }
  }

  private mutating func read(_ line: String) {
    var reader = DirectiveReader(line)
    while let directive = reader.next() { take(directive, restrictingOnly: false) }
    guard reader.hasStrayQuotes else { return }
    // The text within a stray quote may have been meant as a directive.
    var rest = DirectiveReader(line, ignoringQuotes: true)
    while let directive = rest.next() { take(directive, restrictingOnly: true) }
  }

  mutating func take(_ directive: DirectiveReader.Directive, restrictingOnly: Bool) {
    // Restrictions count with any value: `private=""` is private for the whole response.
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "private": isPrivate = true
    case "must-revalidate": mustRevalidate = true
    case "proxy-revalidate": proxyRevalidate = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = min(maxAge ?? .max, directive.seconds ?? 0)
    case "s-maxage": sharedMaxAge = min(sharedMaxAge ?? .max, directive.seconds ?? 0)
    case "min-fresh": minFresh = max(minFresh ?? 0, directive.seconds ?? CacheControl.longest)
    default: if !restrictingOnly { permit(directive) }
    }
  }

  private mutating func permit(_ directive: DirectiveReader.Directive) {
    switch (directive.name, directive.value) {
    case ("public", .none): isPublic = true
    case ("must-understand", .none): mustUnderstand = true
    case ("immutable", .none): immutable = true
    case ("max-stale", .none): maxStale = min(maxStale ?? .max, .max)
    case ("max-stale", _): maxStale = min(maxStale ?? .max, directive.seconds ?? 0)
    case ("stale-while-revalidate", _):
      staleWhileRevalidate = min(staleWhileRevalidate ?? .max, directive.seconds ?? 0)
    case ("stale-if-error", _): staleIfError = min(staleIfError ?? .max, directive.seconds ?? 0)
    default: break
    }
  }
}
