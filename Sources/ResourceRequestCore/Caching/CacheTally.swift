// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts the cache's outcomes.
///
/// Numbers instead of a dictionary, which would hash the outcome's text at every hit.
struct CacheTally: Sendable {
  private var hit = 0
  private var stale = 0
  private var revalidated = 0
  private var miss = 0
  private var bypass = 0

  mutating func note(_ outcome: CacheVerdict.Outcome) {
    switch outcome {
    case .hit: hit += 1
    case .stale: stale += 1
    case .revalidated: revalidated += 1
    case .miss: miss += 1
    case .bypass: bypass += 1
    }
  }

  /// The outcomes that occurred, with their numbers.
  var counts: [CacheVerdict.Outcome: Int] {
    [.hit: hit, .stale: stale, .revalidated: revalidated, .miss: miss, .bypass: bypass].filter { $0.value > 0 }
  }
}
