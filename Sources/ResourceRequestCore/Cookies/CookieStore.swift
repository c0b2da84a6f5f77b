// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The cookies of a jar; pure.
///
/// They are grouped by site: a registered domain and its subdomains, which may set cookies for each other. A response
/// affects the cookies of its own site only, and no more than the limit of one site.
struct CookieStore: Sendable {
  /// The maximum number of fields read of a response, of cookies of a site, and of all cookies.
  ///
  /// The first is at least the second, since the last fields are the ones that are kept.
  static let limits = (answer: 180, site: 180, total: 3000)
  /// The number of cookies evicted together beyond the total, so that not every new cookie searches for the oldest.
  private static let batch = 300

  /// The cookies by site, in the order they were first set.
  private var sites: [String: [CookieJar.Cookie]] = [:]
  private var count = 0

  /// Creates a store with existing cookies; of those with the same identity the last one stays (RFC 6265 §5.3).
  init(_ cookies: [CookieJar.Cookie] = []) {
    var seen: Set<CookieJar.Cookie.Identity> = []
    let last = cookies.reversed().filter { seen.insert($0.identity).inserted }
    for cookie in last.reversed().sorted(by: { $0.created < $1.created }) {
      sites[PublicSuffixes.site(of: cookie.domain), default: []].append(cookie)
    }
    for (site, list) in sites where list.count > Self.limits.site { sites[site] = list.suffix(Self.limits.site) }
    count = sites.values.reduce(0) { $0 + $1.count }
    if count > Self.limits.total { evict(now: .distantPast) }
  }

  /// All cookies, by domain and in the order they were first set.
  var all: [CookieJar.Cookie] {
    let domains = Dictionary(grouping: sites.values.joined(), by: \.domain)
    return domains.keys.sorted().flatMap { domains[$0] ?? [] }
  }

  /// The cookies that match a URL, in no particular order.
  func matching(_ url: ResourceURL, now: Date) -> [CookieJar.Cookie] {
    guard count > 0 else { return [] }
    return (sites[PublicSuffixes.site(of: url.origin.host)] ?? []).filter {
      !$0.isOver(at: now) && CookieRules.matches($0, url)
    }
  }

  mutating func removeAll() { self = CookieStore() }

  mutating func removeAll(of domain: String) {
    change(PublicSuffixes.site(of: domain)) { list in list.removeAll { $0.domain.hasSameBytes(as: domain) } }
  }

  /// Stores a cookie or replaces the same one; an expired cookie removes it.
  ///
  /// Expired cookies are removed first. To make room the oldest is, one that is not secure before one that is, which a
  /// response over http cannot remove (RFC 6265bis §5.7).
  mutating func put(_ cookie: CookieJar.Cookie, fromOpenConnection isOpen: Bool, now: Date) {
    change(PublicSuffixes.site(of: cookie.domain)) { list in
      list.removeAll { $0.isOver(at: now) }
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
        if list.count >= Self.limits.site {
          guard let oldest = list.firstIndex(where: { !$0.isSecure }) ?? (isOpen ? nil : 0) else { return }
          list.remove(at: oldest)
        }
        list.append(cookie)
      }
    }
    if count > Self.limits.total { evict(now: now) }
  }

  private mutating func change(_ site: String, _ body: (inout [CookieJar.Cookie]) -> Void) {
    // Removed while it is changed, so that it is not copied.
    var list = sites.removeValue(forKey: site) ?? []
    count -= list.count
    body(&list)
    count += list.count
    if !list.isEmpty { sites[site] = list }
  }

  private mutating func evict(now: Date) {
    let kept = sites.values.joined().filter { !$0.isOver(at: now) }
      .sorted { $0.isSecure == $1.isSecure ? $0.created < $1.created : $1.isSecure }
    let room = kept.count > Self.limits.total ? Self.limits.total - Self.batch : Self.limits.total
    sites = Dictionary(grouping: kept.suffix(room)) { PublicSuffixes.site(of: $0.domain) }
    count = min(kept.count, room)
  }
}
