// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The cookies of one client: stores those that servers set and sends them back.
///
/// The client makes it from ``CookieOptions`` and never shares it. With a file, every change is written before the
/// response is delivered, so that the program may end at any time.
///
/// It stores up to 180 cookies of a site (a registered domain with its subdomains, as far as that is known) and 3,000
/// in total; the oldest is evicted. Only the last 180 cookies of a response are read.
public final class CookieJar: Sendable {
  private let state: Lock<CookieStore>
  private let file: CookieFile?

  init(_ options: CookieOptions) {
    state = Lock(CookieStore(options.cookies))
    file = options.path.map { CookieFile(path: $0, known: options.cookies) }
  }

  /// All cookies, by domain and in the order they were first set, including expired ones that were not replaced.
  public var cookies: [CookieJar.Cookie] {
    state.withLock { $0.all }
  }

  /// Removes all cookies, or those of a domain.
  ///
  /// - Throws: ``CookieOptions/FileError`` if the file cannot be written; the cookies are removed nevertheless.
  public func removeAll(of domain: String? = nil) throws(CookieOptions.FileError) {
    state.withLock { state in
      if let domain { state.removeAll(of: domain.lowercasedASCII()) } else { state.removeAll() }
    }
    try save()
  }

  /// The value of the `Cookie` field for a request (RFC 6265 §5.4); `nil` if no cookie matches.
  func field(for url: ResourceURL, now: Date) -> String? {
    let found = state.withLock { $0.matching(url, now: now) }
    guard !found.isEmpty else { return nil }
    // Longer paths first, then the older ones.
    let sorted = found.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (b.path.utf8.count, a.created, one.offset) < (a.path.utf8.count, b.created, other.offset)
    }
    return sorted.map { _, cookie in (cookie.name.isEmpty ? "" : cookie.name + "=") + cookie.value.reveal() }
      .joined(separator: "; ")
  }

  /// Stores the cookies of a response: the last fields if there are more than the limit of a site.
  func take(_ fields: [String], from url: ResourceURL, now: Date) throws(CookieOptions.FileError) {
    let new = fields.suffix(CookieStore.limits.answer).compactMap {
      SetCookie($0).flatMap { CookieRules.cookie($0, from: url, now: now) }
    }
    guard !new.isEmpty else { return }
    state.withLock { state in
      for cookie in new { state.put(cookie, fromOpenConnection: !url.origin.isSecure, now: now) }
    }
    try save()
  }

  /// Writes the cookies to the file where it does not have them yet.
  ///
  /// The client writes every change itself. A file that cannot be written fails no response: the client emits an event
  /// ``RequestEvent/Kind/warning``. A program that must not lose cookies calls this before it ends.
  ///
  /// - Throws: ``CookieOptions/FileError`` if the file cannot be written.
  public func save() throws(CookieOptions.FileError) {
    try file?.write { self.cookies }
  }
}
