// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How often a cache had which part in a response.
///
/// A number for each instead of a dictionary: every hit counts, and the outcome's text would be hashed each time.
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

  /// The parts it had at least once.
  var counts: [CacheVerdict.Outcome: Int] {
    [.hit: hit, .stale: stale, .revalidated: revalidated, .miss: miss, .bypass: bypass].filter { $0.value > 0 }
  }
}
