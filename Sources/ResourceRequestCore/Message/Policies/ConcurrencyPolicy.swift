// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How many calls to a service may be under way at once.
public enum ConcurrencyPolicy: Sendable, Hashable {
  /// So many.
  case fixed(Int)
  /// As many as its answers stay quick with.
  case adaptive(min: Int, max: Int, start: Int)

  /// From 5 to 1000, beginning with 20.
  public static let adaptive = ConcurrencyPolicy.adaptive(min: 5, max: 1000, start: 20)
}
