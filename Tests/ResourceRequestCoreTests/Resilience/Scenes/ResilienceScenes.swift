// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests the policies in simulated incidents, one after the other, since each occupies a thread.
///
/// With `SCENE_SEEDS=20` (`Tests/run --scenes 20`, in release), each scene runs with 20 seeds at full length and load,
/// as its bar requires; otherwise once and shorter.
@Suite(.serialized, .onOwnThreads) struct `Scenes of resilience` {
  /// The number of seeds that each scene runs with.
  static let seeds = ProcessInfo.processInfo.environment["SCENE_SEEDS"].flatMap { Int($0) }.map { max(1, $0) } ?? 1
  /// Whether scenes run at full length and load.
  static let isWhole = seeds > 1
}
