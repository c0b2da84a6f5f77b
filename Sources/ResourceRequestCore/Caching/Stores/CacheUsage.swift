// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How much a store of a cache holds.
public struct CacheUsage: Sendable, Hashable {
  /// How many responses.
  public var entries: Int
  /// How many bytes they take, their keys and heads included.
  public var bytes: Int
  /// The most bytes it holds; `nil` where it knows no limit.
  public var limit: Int?

  /// A usage.
  public init(entries: Int = 0, bytes: Int = 0, limit: Int? = nil) {
    self.entries = entries
    self.bytes = bytes
    self.limit = limit
  }
}
