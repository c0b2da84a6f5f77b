// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules of a cache's decisions: the settings of a service's cache, without its stores.
package struct CacheRules: Sendable, Hashable {
  /// Whether stale responses are used: as their directives allow, for a fixed time, or never.
  package enum Staleness: Sendable, Hashable {
    case asServer
    case seconds(Int64)
    case never

    /// The window in seconds.
    func window(_ directive: Int64?) -> Int64 {
      switch self {
      case .asServer: directive ?? 0
      case .seconds(let seconds): max(0, seconds)
      case .never: 0
      }
    }
  }

  /// A freshness lifetime that overrides the server's.
  package struct Override: Sendable, Hashable {
    package var seconds: Int64
    /// The statuses that it applies to.
    package var statuses: Set<Status>
  }

  /// Whether all users share stored responses (RFC 9111 §1): `private` responses are then not stored.
  package var isShared = false
  /// The heuristic lifetime, as a share of the time since the last change; `nil` for none.
  package var heuristic: Double? = 0.1
  package var staleIfError = Staleness.asServer
  package var staleWhileRevalidate = Staleness.asServer
  package var ignoreServer: Override?
  /// Request header fields to ignore in `Vary`, in lower case.
  package var varyIgnored: Set<String> = []
  /// The names of query items that are not part of the key.
  package var queryIgnored: Set<String> = []
  /// Whether the order of query items is part of the key.
  package var queryKeepsOrder = true
  /// The targeted fields to obey; the first one present counts (RFC 9213 §2.2).
  package var targets: [String] = []
  /// The largest body to store.
  package var entryLimit = 4 << 20
  /// Request header fields, in lower case, that inner middleware adds: a response selected by them cannot be found
  /// again.
  package var hiddenFields: Set<String> = []

  package init() {}

  /// The default rules of a shared cache.
  package static var shared: CacheRules {
    var rules = CacheRules()
    rules.isShared = true
    return rules
  }
}
