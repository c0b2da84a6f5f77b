// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a service's responses are cached.
public struct CacheSettings: Sendable, Hashable {
  /// Whom stored responses are for.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// For whoever asked: each principal and each partition has its own.
    case `private`
    /// For everybody who asks the service (RFC 9111 §1): `private` responses are not stored.
    case shared
  }

  /// Whether a stale response may be used.
  public enum Staleness: Sendable, Hashable {
    /// As its server says.
    case asServer
    /// For so long after its lifetime, unless its server forbids it.
    case atMost(Duration)
    /// Never.
    case none
  }

  /// A lifetime for responses, whatever their server says of it.
  public struct ServerOverride: Sendable, Hashable {
    /// How long they are fresh.
    public var lifetime: Duration
    /// The statuses of the responses that are meant.
    public var statuses: Set<Status>

    /// A lifetime for responses of these statuses.
    public init(lifetime: Duration, statuses: Set<Status> = [200]) {
      self.lifetime = lifetime
      self.statuses = statuses
    }
  }

  /// A directory that responses are kept in between runs.
  public struct Disk: Sendable, Hashable {
    /// Its path.
    public var directory: String
    /// The most bytes of files in it.
    public var size: Int
    /// Whether responses to requests with credentials are kept there too; in memory only where not.
    public var storesAuthorized: Bool
    /// How long a request waits for what is in it, and goes on without it then.
    public var patience: Duration

    /// A directory for so many bytes.
    public init(
      directory: String,
      size: Int = 1 << 30,
      storesAuthorized: Bool = false,
      patience: Duration = .milliseconds(20)
    ) {
      self.directory = directory
      self.size = size
      self.storesAuthorized = storesAuthorized
      self.patience = patience
    }
  }

  /// Whether there is a cache.
  public var isEnabled = true
  /// Whom stored responses are for.
  public var mode = Mode.private
  /// The most bytes of responses in memory, keys and heads included.
  public var memory = 64 << 20
  /// The largest body that is stored.
  public var entry = 4 << 20
  /// A directory that responses are kept in; `nil` for memory alone.
  public var disk: Disk?
  /// The share of the time since its last change that a response without a lifetime is fresh for, from 0 to 1; `nil` for
  /// none (RFC 9111 §4.2.2).
  public var heuristic: Double? = 0.1
  /// Whether a stale response takes the place of an error (RFC 5861 §4).
  public var staleIfError = Staleness.asServer
  /// Whether a stale response is used while its server is asked about it (RFC 5861 §3).
  public var staleWhileRevalidate = Staleness.asServer
  /// A lifetime against what the server says.
  public var ignoreServer: ServerOverride?
  /// Request fields that select no response, whatever `Vary` says.
  public var ignoredVary: Set<String> = []
  /// Names of query items that do not tell one resource from another.
  public var ignoredQuery: Set<String> = []
  /// Whether the order of query items tells one resource from another.
  public var keepsQueryOrder = true
  /// Whether equal requests at the same time are sent once.
  public var coalesces = true
  /// The targeted fields that are obeyed, such as `CDN-Cache-Control` (RFC 9213); none where nothing is said, for they
  /// are meant for caches that their server can empty.
  public var targets: [String]?
  /// A name for whose responses these are, beside the configured principal.
  public var partition: String?

  /// A private cache of 64 MiB in memory.
  public init() {}

  /// No cache.
  public static var off: CacheSettings {
    var settings = CacheSettings()
    settings.isEnabled = false
    return settings
  }

  /// What the decision is told.
  package func rules(hiding hiddenFields: Set<String> = []) -> CacheRules {
    var rules = mode == .shared ? CacheRules.shared : CacheRules()
    rules.heuristic = heuristic
    rules.staleIfError = staleIfError.rule
    rules.staleWhileRevalidate = staleWhileRevalidate.rule
    rules.ignoreServer = ignoreServer.map { .init(seconds: $0.lifetime.wholeSeconds, statuses: $0.statuses) }
    rules.varyIgnored = Set(ignoredVary.map { $0.lowercasedASCII() })
    rules.queryIgnored = ignoredQuery
    rules.queryKeepsOrder = keepsQueryOrder
    if let targets { rules.targets = targets }
    rules.entryLimit = max(0, entry)
    rules.hiddenFields = hiddenFields
    return rules
  }
}

extension CacheSettings.Staleness {
  fileprivate var rule: CacheRules.Staleness {
    switch self {
    case .asServer: .asServer
    case .atMost(let time): .seconds(time.wholeSeconds)
    case .none: .never
    }
  }
}

extension Duration {
  /// Seconds, rounded down, and no more than count.
  fileprivate var wholeSeconds: Int64 { min(max(0, components.seconds), CacheControl.longest) }
}
