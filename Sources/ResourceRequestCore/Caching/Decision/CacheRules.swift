// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules of a cache's decisions: the settings of a service's cache, and what is hidden from it.
package struct CacheRules: Sendable, Hashable {
  let settings: CacheSettings
  /// Request header fields, in lower case, that inner middleware adds: a response selected by them cannot be found
  /// again.
  let hiddenFields: Set<String>
  /// Request header fields to ignore in `Vary`, in lower case.
  let ignoredVary: Set<String>

  package init(_ settings: CacheSettings = CacheSettings(), hiding hiddenFields: Set<String> = []) {
    self.settings = settings
    self.hiddenFields = hiddenFields
    ignoredVary = Set(settings.ignoredVary.map { $0.lowercasedASCII() })
  }

  /// Whether all users share stored responses (RFC 9111 §1): `private` responses are then not stored.
  var isShared: Bool { settings.mode == .shared }

  /// The largest body to store.
  var entryLimit: Int { max(0, settings.entry) }

  /// The targeted fields to obey; the first one present counts (RFC 9213 §2.2).
  var targets: [String] { settings.targets ?? [] }

  /// The freshness lifetime in seconds of a response with a status, if it overrides the server's.
  func override(_ status: Status) -> Int64? {
    settings.ignoreServer.flatMap { $0.statuses.contains(status) ? $0.lifetime.wholeSeconds : nil }
  }
}

extension CacheSettings.Staleness {
  /// The window in seconds.
  func window(_ directive: Int64?) -> Int64 {
    switch self {
    case .asServer: directive ?? 0
    case .atMost(let time): time.wholeSeconds
    case .none: 0
    }
  }
}

extension Duration {
  /// Seconds, rounded down, and no more than count.
  fileprivate var wholeSeconds: Int64 { min(max(0, components.seconds), CacheControl.longest) }
}
