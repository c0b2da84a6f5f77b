// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Nanoseconds since the beginning of a simulation.
typealias VirtualMoment = Int64

extension VirtualMoment {
  /// The moment that is never reached.
  static let never = VirtualMoment.max

  /// Nanoseconds of a number of seconds.
  init(seconds: Double) {
    if seconds.isNaN {
      self = 0
    } else {
      self = seconds >= 9e9 ? .never : VirtualMoment((Swift.max(seconds, -9e9) * 1e9).rounded())
    }
  }

  /// The nanoseconds of a duration, rounded up, limited to the range of a moment.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = Swift.max(duration, .seconds(-9_000_000_000)).clamped.components
    guard seconds < 9_000_000_000 else { self = .never; return }
    self = seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }

  /// A later moment; never, if it is beyond the range of a moment.
  func after(_ other: VirtualMoment) -> VirtualMoment {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .never) : sum
  }
}
