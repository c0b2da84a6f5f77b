// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// The time in which a destination of a client may use connections: until a reload changes or removes it.
///
/// A transport that keeps connections keeps an idle one no longer than the lifetime of whoever used it last. So those that
/// only an old configuration would use end soon, and one that others share stays with them.
package final class DestinationLifetime: Sendable {
  private let moment = Atomic(UInt64.max)

  package init() {}

  /// When idle connections end at the latest, in nanoseconds of the transport's clock; `.max` while it lasts.
  package var end: UInt64 { moment.load(ordering: .relaxed) }

  /// Whether a reload has ended it.
  package var hasEnded: Bool { end < .max }

  /// Ends it; the first end stays.
  package func end(at moment: UInt64) {
    _ = self.moment.compareExchange(expected: .max, desired: moment, ordering: .relaxed)
  }
}

extension DestinationLifetime: Hashable {
  /// Always `true`: it says nothing of an exchange, and options that differ in nothing else are the same.
  package static func == (one: DestinationLifetime, other: DestinationLifetime) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
