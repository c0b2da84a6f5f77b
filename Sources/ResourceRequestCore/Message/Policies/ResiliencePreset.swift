// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A set of policies that fits most services.
public enum ResiliencePreset: String, Sendable, Hashable, CaseIterable {
  /// Three attempts within a budget, each with a third of the total timeout; outlier detection with several endpoints,
  /// a circuit breaker with one.
  case standard
}
