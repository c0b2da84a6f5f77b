// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The use of a cache store.
public struct CacheUsage: Sendable, Hashable {
  /// The number of responses.
  public var entries: Int
  /// Their size in bytes, keys and heads included.
  public var bytes: Int
  /// The limit in bytes; `nil` if there is none.
  public var limit: Int?

  /// Creates a usage.
  public init(entries: Int = 0, bytes: Int = 0, limit: Int? = nil) {
    self.entries = entries
    self.bytes = bytes
    self.limit = limit
  }
}
