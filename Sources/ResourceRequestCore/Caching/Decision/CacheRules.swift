// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a cache is told about how to decide: the settings of a service's cache, without its stores.
package struct CacheRules: Sendable, Hashable {
  /// Whether a stale response is used: as its directives say, for a time whatever they say, or never.
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

  /// A lifetime for responses, against what their server says.
  package struct Override: Sendable, Hashable {
    package var seconds: Int64
    /// Which statuses it holds for.
    package var statuses: Set<Status>

    package init(seconds: Int64, statuses: Set<Status>) {
      self.seconds = seconds
      self.statuses = statuses
    }
  }

  /// Whether what is stored goes to whoever asks (RFC 9111 §1): `private` responses are not stored then.
  package var isShared = false
  /// How much of the time since its last change a response without a lifetime is fresh for; `nil` for none.
  package var heuristic: Double? = 0.1
  package var staleIfError = Staleness.asServer
  package var staleWhileRevalidate = Staleness.asServer
  package var ignoreServer: Override?
  /// Request fields that select nothing, in lower case, whatever `Vary` says.
  package var varyIgnored: Set<String> = []
  /// Query items that are not in the key, by their names.
  package var queryIgnored: Set<String> = []
  /// Whether the order of the query's items is in the key.
  package var queryKeepsOrder = true
  /// The targeted fields that this cache obeys, the first of them that is there (RFC 9213 §2.2).
  package var targets: [String] = []
  /// The largest body that is stored.
  package var entryLimit = 4 << 20
  /// Request fields, in lower case, that are put on further in: a response that they select cannot be found again.
  package var hiddenFields: Set<String> = []

  package init() {}

  /// What a shared cache does where nothing else is said.
  package static var shared: CacheRules {
    var rules = CacheRules()
    rules.isShared = true
    return rules
  }
}
