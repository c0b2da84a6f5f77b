// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A set of policies that fits most services.
public enum ResiliencePreset: String, Sendable, Hashable, CaseIterable {
  /// Three attempts within a budget, each of which gets a third of the total time; endpoints that fail are left out, and
  /// where there is one, a breaker.
  case standard
}
