// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of one client: keeps what servers set, and gives back what goes to them.
///
/// Made by the client from ``CookieOptions`` and never shared with another. With a file, every change is written before
/// the answer is handed over, so a program may end at any time.
public final class CookieJar: Sendable {
  /// The most cookies of one domain, and of all.
  fileprivate static let limits = (domain: 180, total: 3000)

  fileprivate struct State {
    /// By domain, in the order they were first set.
    var cookies: [String: [Cookie]] = [:]
    var count = 0
  }

  private let state: Lock<State>
  private let file: CookieFile?

  init(_ options: CookieOptions) {
    var state = State()
    for cookie in options.cookies { state.cookies[cookie.domain, default: []].append(cookie) }
    state.count = options.cookies.count
    self.state = Lock(state)
    file = options.path.map { CookieFile(path: $0) }
  }

  /// All cookies, by domain and in the order they were first set; those that are over included until they are replaced.
  public var cookies: [Cookie] {
    state.withLock { state in state.cookies.keys.sorted().flatMap { state.cookies[$0] ?? [] } }
  }

  /// Forgets all cookies, or those of a domain.
  ///
  /// - Throws: ``CookieOptions/FileError`` where the file cannot be written; the cookies are forgotten nevertheless.
  public func removeAll(of domain: String? = nil) throws(CookieOptions.FileError) {
    state.withLock { state in
      if let domain { state.cookies[domain.lowercasedASCII()] = nil } else { state.cookies = [:] }
      state.count = state.cookies.values.reduce(0) { $0 + $1.count }
    }
    try save()
  }

  /// The value of the `Cookie` field for a request (RFC 6265 §5.4); `nil` where none goes to it.
  func field(for url: ResourceURL, now: Date) -> String? {
    var found: [Cookie] = []
    let host = url.origin.host
    state.withLock { state in
      guard state.count > 0 else { return }
      var domain = host[...]
      while true {
        found += (state.cookies[String(domain)] ?? []).filter { !$0.isOver(at: now) && CookieRules.matches($0, url) }
        guard let parent = domain.cut(atByte: ".").tail else { break }
        domain = parent
      }
    }
    guard !found.isEmpty else { return nil }
    // Longer paths first, then the older ones.
    let sorted = found.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (b.path.utf8.count, a.created, one.offset) < (a.path.utf8.count, b.created, other.offset)
    }
    return sorted.map { _, cookie in (cookie.name.isEmpty ? "" : cookie.name + "=") + cookie.value.reveal() }
      .joined(separator: "; ")
  }

  /// Keeps what an answer sets.
  func take(_ fields: [String], from url: ResourceURL, now: Date) throws(CookieOptions.FileError) {
    let new = fields.compactMap { SetCookie($0).flatMap { CookieRules.cookie($0, from: url, now: now) } }
    guard !new.isEmpty else { return }
    state.withLock { state in
      for cookie in new { state.put(cookie, fromOpenConnection: !url.origin.isSecure, now: now) }
      state.evict(now: now)
    }
    try save()
  }

  private func save() throws(CookieOptions.FileError) {
    try file?.write { self.cookies }
  }
}

extension CookieJar.State {
  /// Puts a cookie in the place of the same one before; one that is over removes it.
  fileprivate mutating func put(_ cookie: Cookie, fromOpenConnection isOpen: Bool, now: Date) {
    if isOpen, !cookie.isSecure, cookies.values.joined().contains(where: { CookieRules.overlays(cookie, $0) }) {
      return
    }
    var cookie = cookie
    var list = cookies[cookie.domain] ?? []
    let place = list.firstIndex { $0.identity == cookie.identity }
    if let place { cookie.created = list[place].created }
    if cookie.isOver(at: now) {
      if let place { list.remove(at: place) }
    } else if let place {
      list[place] = cookie
    } else {
      list.append(cookie)
    }
    cookies[cookie.domain] = list.isEmpty ? nil : list
  }

  /// Makes room: first what is over goes, then what is oldest.
  fileprivate mutating func evict(now: Date) {
    for (domain, list) in cookies where list.count > CookieJar.limits.domain {
      cookies[domain] = list.filter { !$0.isOver(at: now) }.suffix(CookieJar.limits.domain)
    }
    count = cookies.values.reduce(0) { $0 + $1.count }
    guard count > CookieJar.limits.total else { return }
    let kept = cookies.values.joined().filter { !$0.isOver(at: now) }.sorted { $0.created < $1.created }
    cookies = Dictionary(grouping: kept.suffix(CookieJar.limits.total), by: \.domain)
    count = min(kept.count, CookieJar.limits.total)
  }
}
