// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Decides which cookies a server may set and which are sent to it (RFC 6265 §5, with RFC 6265bis where it is
/// stricter); pure.
enum CookieRules {
  /// The maximum lifetime: 400 days (RFC 6265bis §5.5).
  private static let longest = 400.0 * 86_400

  /// The cookie of a field; `nil` if the server must not set it.
  static func cookie(_ set: SetCookie, from url: ResourceURL, now: Date) -> CookieJar.Cookie? {
    let host = url.origin.writtenHost
    guard let (domain, isHostOnly) = scope(set.domain, host: host) else { return nil }
    if set.isSecure, !url.origin.isSecure { return nil }
    let path = set.path ?? defaultPath(of: url)
    // A cookie without a name could imitate another one by its value.
    let name = (set.name.isEmpty ? set.value : set.name).lowercasedASCII()
    if name.begins(withBytesOf: "__secure-"), set.name.isEmpty || !set.isSecure { return nil }
    if name.begins(withBytesOf: "__host-"),
      set.name.isEmpty || !set.isSecure || !isHostOnly || set.path?.hasSameBytes(as: "/") != true
    {
      return nil
    }
    return CookieJar.Cookie(
      name: set.name,
      value: Secret(set.value),
      domain: domain,
      isHostOnly: isHostOnly,
      path: path,
      expires: expiry(of: set, now: now),
      isSecure: set.isSecure,
      isHTTPOnly: set.isHTTPOnly,
      created: now
    )
  }

  /// Whether a cookie is sent to a URL.
  static func matches(_ cookie: CookieJar.Cookie, _ url: ResourceURL) -> Bool {
    let host = url.origin.writtenHost
    return (cookie.isHostOnly ? host.hasSameBytes(as: cookie.domain) : matches(host, domain: cookie.domain))
      && (url.origin.isSecure || !cookie.isSecure) && matches(path: url.path, cookie.path)
  }

  /// Whether a cookie from an insecure connection would shadow a secure one (RFC 6265bis §5.7).
  static func overlays(_ new: CookieJar.Cookie, _ old: CookieJar.Cookie) -> Bool {
    old.isSecure && old.name.hasSameBytes(as: new.name)
      && (matches(new.domain, domain: old.domain) || matches(old.domain, domain: new.domain))
      && matches(path: new.path, old.path)
  }

  /// Whether a host matches a domain or is its subdomain (§5.1.3).
  static func matches(_ host: String, domain: String) -> Bool {
    host.hasSameBytes(as: domain) || host.ends(withBytesOf: "." + domain) && !HostName.isAddress(host)
  }

  /// Whether a path matches a cookie's path or is below it (§5.1.4).
  static func matches(path: String, _ cookiePath: String) -> Bool {
    guard let rest = path.dropping(prefix: cookiePath) else { return false }
    return rest.isEmpty || cookiePath.ends(withBytesOf: "/") || rest.begins(withBytesOf: "/")
  }

  /// The path of the URL up to its last slash (§5.1.4).
  static func defaultPath(of url: ResourceURL) -> String {
    let path = url.path
    guard let slash = path.lastIndex(ofByte: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The domain of a cookie; `nil` if the server may not set cookies for the domain of its attribute.
  private static func scope(_ attribute: String?, host: String) -> (domain: String, isHostOnly: Bool)? {
    guard let attribute else { return (host, true) }
    // A host only: a port, a path, a user or another spelling makes it invalid.
    guard !attribute.contains(byte: "%"), !attribute.ends(withBytesOf: "."),
      let domain = (try? HostName(attribute[...]))?.text
    else { return nil }
    // A host may always name itself; an address or a public suffix only for itself.
    let isAlone = HostName.isAddress(domain) || PublicSuffixes.contain(domain)
    if isAlone { return domain.hasSameBytes(as: host) ? (host, true) : nil }
    return matches(host, domain: domain) ? (domain, false) : nil
  }

  private static func expiry(of set: SetCookie, now: Date) -> Date? {
    if let age = set.maximumAge {
      return age <= 0 ? .distantPast : now.addingTimeInterval(min(Double(age), longest))
    }
    return set.expires.map { min(Date(timeIntervalSince1970: Double($0)), now.addingTimeInterval(longest)) }
  }
}
