// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// Seconds since 1970, rounded down and limited to ten million years; an invalid date is the limit or zero.
  ///
  /// A custom clock may return any date, and a conversion that overflows traps.
  package var wholeSeconds: Int64 {
    let seconds = timeIntervalSince1970.rounded(.down)
    return seconds.isNaN ? 0 : Int64(max(-3e14, min(3e14, seconds)))
  }

  /// Milliseconds since 1970, rounded down, with the same limits.
  package var wholeMilliseconds: Int64 {
    let seconds = timeIntervalSince1970
    return seconds.isNaN ? 0 : Int64((max(-3e14, min(3e14, seconds)) * 1000).rounded(.down))
  }

  /// `yyyy-MM-ddTHH:mm:ss.SSSZ` (RFC 3339).
  package var timestamp: String {
    let milliseconds = wholeMilliseconds
    let seconds = CivilDate.floorDivide(milliseconds, 1000)
    return CivilTime(secondsSince1970: seconds).timestamp(milliseconds: milliseconds - seconds * 1000)
  }
}
