// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Recognizes public suffixes: domains below which anybody may register a name, so that no server may set cookies for
/// them.
///
/// A heuristic instead of the public suffix list, which would be outdated in every release: a single label, and a
/// country's usual second level. It errs both ways: `github.io` is not known, so that its tenants can set cookies for
/// each other; a company at `co.de` can set none for all of its subdomains.
enum PublicSuffixes {
  static func contain(_ domain: String) -> Bool {
    let labels = domain.utf8.split(separator: UInt8(ascii: "."), maxSplits: 2)
    switch labels.count {
    case ...1: return true
    case 2: return labels[1].count == 2 && secondLevels.contains(String(decoding: labels[0], as: UTF8.self))
    default: return false
    }
  }

  /// The registered domain of a canonical host; the host itself if it is an address or a public suffix.
  static func site(of host: String) -> String {
    let host = host.ends(withBytesOf: ".") ? String(host.dropLast()) : host
    guard !HostName.isAddress(host) else { return host }
    var rest = host.utf8[...]
    while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
      let domain = host.utf8[host.utf8.index(after: dot)...]
      if let text = String(domain), !contain(text) { return text }
      rest = rest[..<dot]
    }
    return host
  }

  private static let secondLevels: Set<String> = [
    "ac", "asn", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "gv", "id", "info", "ltd", "me", "mil", "ne",
    "net",
    "nhs", "nic", "nom", "or", "org", "plc", "police", "sch",
  ]
}
