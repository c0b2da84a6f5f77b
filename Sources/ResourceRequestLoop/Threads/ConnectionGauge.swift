// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore
import Synchronization

/// The number of a loop's open connections, for other threads to read.
///
/// The two numbers are written one after the other: a reader in between sees one of them a turn old.
package final class ConnectionGauge: Sendable {
  private let active = Atomic(0)
  private let idle = Atomic(0)

  package init() {}

  package func set(_ counts: OpenConnections) {
    active.store(counts.active, ordering: .relaxed)
    idle.store(counts.idle, ordering: .relaxed)
  }

  package var counts: OpenConnections {
    OpenConnections(active: active.load(ordering: .relaxed), idle: idle.load(ordering: .relaxed))
  }
}

extension [ConnectionGauge] {
  /// The sum over several loops.
  package var counts: OpenConnections {
    reduce(into: OpenConnections(active: 0, idle: 0)) { sum, gauge in
      sum.active += gauge.counts.active
      sum.idle += gauge.counts.idle
    }
  }
}
