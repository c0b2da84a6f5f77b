// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of a jar; pure.
///
/// Those of one site are together: the registered domain and all hosts below it, which may set cookies for one another.
/// Whatever a server does, it works on those of its own site, and so on no more than the limit of one.
struct CookieStore: Sendable {
  /// How many of a response's fields are looked at, and the most cookies of a site and of all.
  ///
  /// The first is no less than the second: of more, the last ones would be what is left.
  static let limits = (answer: 180, site: 180, total: 3000)
  /// How many go at once where there are too many of all, so that not every cookie has to look for the oldest.
  private static let batch = 300

  /// By site, in the order they were first set.
  private var sites: [String: [CookieJar.Cookie]] = [:]
  private var count = 0

  /// Those that were kept elsewhere.
  init(_ cookies: [CookieJar.Cookie] = []) {
    for cookie in cookies {
      let site = PublicSuffixes.site(of: cookie.domain)
      sites[site, default: []].append(cookie)
    }
    for (site, list) in sites where list.count > Self.limits.site { sites[site] = list.suffix(Self.limits.site) }
    count = sites.values.reduce(0) { $0 + $1.count }
    if count > Self.limits.total { evict(now: .distantPast) }
  }

  /// All, by domain and in the order they were first set.
  var all: [CookieJar.Cookie] {
    let domains = Dictionary(grouping: sites.values.joined(), by: \.domain)
    return domains.keys.sorted().flatMap { domains[$0] ?? [] }
  }

  /// Those that go to a URL, in no order that means anything.
  func matching(_ url: ResourceURL, now: Date) -> [CookieJar.Cookie] {
    guard count > 0 else { return [] }
    return (sites[PublicSuffixes.site(of: url.origin.host)] ?? []).filter {
      !$0.isOver(at: now) && CookieRules.matches($0, url)
    }
  }

  mutating func removeAll() {
    self = CookieStore()
  }

  mutating func removeAll(of domain: String) {
    change(PublicSuffixes.site(of: domain)) { list in list.removeAll { $0.domain.hasSameBytes(as: domain) } }
  }

  /// Puts a cookie in the place of the same one before; one that is over removes it.
  ///
  /// There is room for it: what is over goes first, then what is oldest.
  mutating func put(_ cookie: CookieJar.Cookie, fromOpenConnection isOpen: Bool, now: Date) {
    change(PublicSuffixes.site(of: cookie.domain)) { list in
      if isOpen, !cookie.isSecure, list.contains(where: { CookieRules.overlays(cookie, $0) }) { return }
      let identity = cookie.identity
      let place = list.firstIndex { $0.identity == identity }
      if cookie.isOver(at: now) {
        if let place { list.remove(at: place) }
      } else if let place {
        var cookie = cookie
        cookie.created = list[place].created
        list[place] = cookie
      } else {
        if list.count >= Self.limits.site { list.removeAll { $0.isOver(at: now) } }
        if list.count >= Self.limits.site { list.removeFirst(list.count - Self.limits.site + 1) }
        list.append(cookie)
      }
    }
    if count > Self.limits.total { evict(now: now) }
  }

  private mutating func change(_ site: String, _ body: (inout [CookieJar.Cookie]) -> Void) {
    // Taken out meanwhile, so that it is changed where it is and not copied.
    var list = sites.removeValue(forKey: site) ?? []
    count -= list.count
    body(&list)
    count += list.count
    if !list.isEmpty { sites[site] = list }
  }

  private mutating func evict(now: Date) {
    let kept = sites.values.joined().filter { !$0.isOver(at: now) }.sorted { $0.created < $1.created }
    let room = kept.count > Self.limits.total ? Self.limits.total - Self.batch : Self.limits.total
    sites = Dictionary(grouping: kept.suffix(room)) { PublicSuffixes.site(of: $0.domain) }
    count = min(kept.count, room)
  }
}
