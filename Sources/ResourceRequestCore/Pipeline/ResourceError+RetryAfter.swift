// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceError {
  /// The wait before the same call may succeed, for the `Retry-After` of your own responses; `nil` if it is not known.
  ///
  /// An open circuit breaker and a rate limit know it, and a response may say it (RFC 9110 §10.2.3).
  public var retryAfter: Duration? {
    if let wait = (cause as? TransportFailure)?.retryAfter { return max(.zero, wait) }
    guard let headers = response?.headers, let value = headers["Retry-After"] else { return nil }
    // A date is measured from the response's own date, which needs no clock.
    if let sent = headers["Date"].flatMap({ HTTPDate.parse($0, now: 0) }) { return RetryAfter.wait(value, now: sent) }
    return DecimalDigits.bounded(value.utf8) == nil ? nil : RetryAfter.wait(value, now: 0)
  }
}
