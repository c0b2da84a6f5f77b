// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A moment on the continuous clock, in a form whose size the compiler knows.
///
/// `ContinuousClock.Instant` has none outside of its library: what holds one is taken apart by lookups at run time, and
/// each local of it in an async function is memory asked for by itself. So what travels with every call holds this.
package struct Moment: Sendable, Hashable, Comparable {
  private let sinceBeginning: Duration
  /// Any moment will do, as long as it stays the same.
  private static let beginning = ContinuousClock.now

  /// The same moment.
  package init(_ instant: ContinuousClock.Instant) {
    sinceBeginning = Moment.beginning.duration(to: instant)
  }

  private init(sinceBeginning: Duration) {
    self.sinceBeginning = sinceBeginning
  }

  /// The same moment on the clock.
  package var instant: ContinuousClock.Instant { Moment.beginning.advanced(by: sinceBeginning) }

  /// The moment that is a duration later, which may be any; at most 292 years away.
  package func advanced(clamping duration: Duration) -> Moment {
    Moment(sinceBeginning: sinceBeginning + duration.clamped)
  }

  /// The time from this moment to another.
  package func duration(to other: Moment) -> Duration { other.sinceBeginning - sinceBeginning }

  /// The time from this moment to another.
  package func duration(to other: ContinuousClock.Instant) -> Duration { duration(to: Moment(other)) }

  package static func < (one: Moment, other: Moment) -> Bool { one.sinceBeginning < other.sinceBeginning }
}
