// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The `Retry-After` field (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// The wait from `now`, in seconds since 1970; `nil` if the value is neither seconds nor a date.
  ///
  /// A past date is a wait of zero. The server's value is not limited here.
  package static func wait(_ value: String, now: Int64) -> Duration? {
    // A number that overflows is longer than any useful wait.
    if let seconds = DecimalDigits.bounded(value.utf8) { return .seconds(min(seconds, Int(Int32.max))) }
    return HTTPDate.parse(value, now: now).map { .seconds(max(0, $0 - now)) }
  }
}
