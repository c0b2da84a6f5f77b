// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A moment on the continuous clock with a size known to the compiler.
///
/// `ContinuousClock.Instant` is resilient: types that contain it use run-time metadata, and each local of it in an
/// async function allocates. So every call carries this type instead.
package struct Moment: Sendable, Hashable, Comparable {
  private let sinceBeginning: Duration
  /// An arbitrary fixed moment.
  private static let beginning = ContinuousClock.now

  /// Later than every moment.
  package static let never = Moment(sinceBeginning: Duration.longest + .seconds(1))

  /// The same moment.
  package init(_ instant: ContinuousClock.Instant) {
    sinceBeginning = Moment.beginning.duration(to: instant)
  }

  private init(sinceBeginning: Duration) {
    self.sinceBeginning = sinceBeginning
  }

  /// The same moment on the clock.
  package var instant: ContinuousClock.Instant { Moment.beginning.advanced(by: sinceBeginning) }

  /// Adds any duration; the result is at most 292 years away.
  package func advanced(clamping duration: Duration) -> Moment {
    Moment(sinceBeginning: sinceBeginning + duration.clamped)
  }

  /// The time from this moment to another.
  package func duration(to other: Moment) -> Duration { other.sinceBeginning - sinceBeginning }

  /// The time from this moment to another.
  package func duration(to other: ContinuousClock.Instant) -> Duration { duration(to: Moment(other)) }

  package static func < (one: Moment, other: Moment) -> Bool { one.sinceBeginning < other.sinceBeginning }
}

extension Duration {
  /// The longest supported duration: 292 years, which every clock and unit down to nanoseconds can represent.
  package static let longest = Duration.nanoseconds(Int64.max)

  /// The duration within ±``longest``: a caller may pass any duration, and sums of the largest ones would trap.
  package var clamped: Duration { min(max(self, .zero - .longest), .longest) }
}

extension ContinuousClock.Instant {
  /// Adds any duration; the result is at most 292 years away.
  package func advanced(clamping duration: Duration) -> ContinuousClock.Instant {
    advanced(by: duration.clamped)
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = clamped.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
