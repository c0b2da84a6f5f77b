// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The numbers of bytes sent and received on an exchange's connection.
struct Traffic: Equatable {
  /// Bytes of the request's body taken by the system.
  var sent: Int64 = 0
  /// Bytes acknowledged by the peer, if known.
  var acknowledged: UInt64 = 0
  /// Bytes received, if known.
  var received: UInt64 = 0
}

/// For how long a peer has been silent: in neither direction has anything moved.
///
/// libcurl calls when it has room for more of a body and when it delivers bytes. In between, megabytes may be in the
/// system's buffers on their way, so progress there is checked too. All times are the loop's.
struct Silence {
  /// When the peer was last heard or sent to.
  var lastActivity: UInt64 = 0
  /// The numbers at the last check; `nil` before the first.
  private(set) var traffic: Traffic?
  /// When that was.
  private(set) var lastLook: UInt64 = 0

  /// Records the numbers of bytes of the connection now.
  mutating func look(_ seen: Traffic, at now: UInt64) {
    if let traffic, traffic != seen { lastActivity = now }
    traffic = seen
    lastLook = now
  }

  /// Whether it has lasted for this many nanoseconds.
  func isOver(_ gap: UInt64, at now: UInt64) -> Bool {
    now >= lastActivity.addingReportingOverflow(gap).partialValue
  }

  /// The next moment at which to look: often enough that it is known when something last moved.
  func nextMoment(_ gap: UInt64) -> UInt64 {
    let look = max(lastLook, lastActivity).addingReportingOverflow(max(1, gap / 4)).partialValue
    return min(look, lastActivity.addingReportingOverflow(gap).partialValue)
  }
}
