// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a service's responses are cached.
public struct CacheSettings: Sendable, Hashable {
  /// Who may use stored responses.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The same principal or partition only.
    case `private`
    /// Everybody who uses the service (RFC 9111 §1): `private` responses are not stored.
    case shared
  }

  /// Whether stale responses may be used.
  public enum Staleness: Sendable, Hashable {
    /// As the server allows.
    case asServer
    /// For this time after the freshness lifetime, unless the server forbids it.
    case atMost(Duration)
    /// Never.
    case none
  }

  /// A freshness lifetime that overrides the server's.
  public struct ServerOverride: Sendable, Hashable {
    /// The lifetime.
    public var lifetime: Duration
    /// The statuses of the responses that it applies to.
    public var statuses: Set<Status>

    /// Creates an override for responses with these statuses.
    public init(lifetime: Duration, statuses: Set<Status> = [200]) {
      self.lifetime = lifetime
      self.statuses = statuses
    }
  }

  /// A directory that stores responses between runs.
  public struct Disk: Sendable, Hashable {
    /// Its path.
    public var directory: String
    /// The limit for its files in bytes.
    public var size: Int
    /// Whether responses to requests with credentials are stored there too; if not, they stay in memory.
    public var storesAuthorized: Bool
    /// How long a request waits for it before it continues without it.
    public var patience: Duration

    /// Creates a directory store with a size.
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
  /// Who may use stored responses.
  public var mode = Mode.private
  /// The memory limit in bytes, keys and heads included.
  public var memory = 64 << 20
  /// The largest body to store, in bytes.
  public var entry = 4 << 20
  /// A directory for stored responses; `nil` for memory only.
  public var disk: Disk?
  /// The heuristic lifetime of a response without an explicit one, as a share of the time since its last change, from 0
  /// to 1; `nil` for none (RFC 9111 §4.2.2).
  public var heuristic: Double? = 0.1
  /// Whether a stale response is used instead of an error (RFC 5861 §4).
  public var staleIfError = Staleness.asServer
  /// Whether a stale response is used while it is revalidated (RFC 5861 §3).
  public var staleWhileRevalidate = Staleness.asServer
  /// A lifetime that overrides the server's.
  public var ignoreServer: ServerOverride?
  /// Request header fields to ignore in `Vary`.
  public var ignoredVary: Set<String> = []
  /// Names of query items that do not distinguish resources.
  public var ignoredQuery: Set<String> = []
  /// Whether the order of query items distinguishes resources.
  public var keepsQueryOrder = true
  /// Whether equal requests in flight are sent once.
  public var coalesces = true
  /// The targeted fields to obey, such as `CDN-Cache-Control` (RFC 9213); none by default, since servers intend them
  /// for caches that they can purge.
  public var targets: [String]?
  /// A partition besides the configured principal.
  public var partition: String?

  /// Creates a private cache of 64 MiB in memory.
  public init() {}

  /// No cache.
  public static var off: CacheSettings {
    var settings = CacheSettings()
    settings.isEnabled = false
    return settings
  }
}
