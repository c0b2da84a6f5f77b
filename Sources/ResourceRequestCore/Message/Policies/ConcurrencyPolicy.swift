// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Limits the calls in flight to a service.
public enum ConcurrencyPolicy: Sendable, Hashable {
  /// A fixed number.
  case fixed(Int)
  /// As many as the service answers without queueing (adaptive).
  case adaptive(min: Int, max: Int, start: Int)

  /// Adaptive, between 5 and 1000 calls, starting at 20.
  public static let adaptive = ConcurrencyPolicy.adaptive(min: 5, max: 1000, start: 20)
}
