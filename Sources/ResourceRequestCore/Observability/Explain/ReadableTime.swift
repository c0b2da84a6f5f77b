// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes times as people read them: `250 ms`, `2.9 s`, `12 min`.
package enum ReadableTime {
  /// A number of seconds, whatever it is: a peer may have said it.
  package static func text(seconds: Double) -> String { text(.seconds(min(max(0, seconds), 1e12))) }

  /// A time, rounded up to about two digits, so that an upper bound stays one.
  package static func text(_ duration: Duration) -> String {
    if duration >= .longest { return "no limit" }
    let seconds = max(0, duration.inSeconds)
    if seconds < 1 { return "\(Int((seconds * 1000).rounded(.up))) ms" }
    if seconds < 120 {
      // A floating-point error at the end does not add a tenth.
      let tenths = Int((seconds * 10 - 1e-6).rounded(.up))
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    if seconds < 7200 { return "\(Int((seconds / 60).rounded(.up))) min" }
    if seconds < 172_800 { return "\(Int((seconds / 3600).rounded(.up))) h" }
    return "\(Int((min(seconds, 1e15) / 86_400).rounded(.up))) d"
  }
}
