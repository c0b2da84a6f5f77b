// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What has gone over an exchange's connection, in bytes.
struct Traffic: Equatable {
  /// What the system has taken of the request's body.
  var sent: Int64 = 0
  /// What the peer has acknowledged, where that is known.
  var acknowledged: UInt64 = 0
  /// What has come, where that is known.
  var received: UInt64 = 0
}

/// For how long a peer has been silent: in neither direction has anything moved.
///
/// libcurl calls when it has room for more of a body, and when it has bytes to hand over. In between, megabytes may be on
/// their way that wait in the system's buffers, so what has moved there is looked at. All times are the loop's.
struct Silence {
  /// When the peer was last heard or sent to.
  var lastActivity: UInt64 = 0
  /// What had gone over its connection when that was last looked at; `nil` before.
  private(set) var traffic: Traffic?
  /// When that was.
  private(set) var lastLook: UInt64 = 0

  /// Takes note of what has gone over the connection by now.
  mutating func look(_ seen: Traffic, at now: UInt64) {
    if let traffic, traffic != seen { lastActivity = now }
    traffic = seen
    lastLook = now
  }

  /// Whether it has lasted for so many nanoseconds.
  func isOver(_ gap: UInt64, at now: UInt64) -> Bool {
    now >= lastActivity.addingReportingOverflow(gap).partialValue
  }

  /// The next moment at which to look: often enough that it is known when something last moved.
  func nextMoment(_ gap: UInt64) -> UInt64 {
    let look = max(lastLook, lastActivity).addingReportingOverflow(max(1, gap / 4)).partialValue
    return min(look, lastActivity.addingReportingOverflow(gap).partialValue)
  }
}
