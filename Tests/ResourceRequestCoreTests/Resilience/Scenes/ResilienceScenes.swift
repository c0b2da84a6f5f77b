// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The policies in simulated incidents, one after the other: each keeps a thread busy.
///
/// With `SCENE_SEEDS=20` each scene runs as long and as often as its bar is meant (`Tests/run --scenes 20`, in release);
/// otherwise once and shorter.
@Suite(.serialized) struct `Scenes of resilience` {
  /// With how many seeds each scene runs.
  static let seeds = ProcessInfo.processInfo.environment["SCENE_SEEDS"].flatMap { Int($0) }.map { max(1, $0) } ?? 1
  /// Whether scenes have their whole length and load.
  static let isWhole = seeds > 1
}
