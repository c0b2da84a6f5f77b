// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When a server wants to be asked again: the `Retry-After` field (RFC 9110 §10.2.3).
enum RetryAfter {
  /// How long to wait from now, given in seconds since 1970; `nil` for what is neither seconds nor a date.
  ///
  /// A date that has passed is no wait at all. What a server names is not bounded here.
  static func wait(_ value: String, now: Int64) -> Duration? {
    // More than fits is longer than anybody waits.
    if let seconds = DecimalDigits.bounded(value.utf8) { return .seconds(min(seconds, Int(Int32.max))) }
    return HTTPDate.parse(value, now: now).map { .seconds(max(0, $0 - now)) }
  }
}
