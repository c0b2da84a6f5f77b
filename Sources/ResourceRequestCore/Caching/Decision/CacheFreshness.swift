// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How old a response is and how long it is fresh (RFC 9111 §4.2).
///
/// All sums end at the limits of their numbers.
enum CacheFreshness {
  /// The statuses that may be stored for a heuristic lifetime (RFC 9110 §15.1).
  static let heuristicStatuses: Set<Status> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]
  /// The maximum heuristic lifetime: a day, in seconds.
  static let longestGuess: Int64 = 86_400

  /// The freshness lifetime in seconds; 0 if there is none (RFC 9111 §4.2.1).
  static func lifetime(
    of response: CachedResponse,
    _ control: CacheControl,
    isTargeted: Bool,
    date: Int64,
    lastModified: Int64?,
    _ rules: CacheRules
  ) -> Int64 {
    if rules.isShared, let seconds = control.sharedMaxAge { return seconds }
    if let seconds = control.maxAge { return seconds }
    // If a targeted field is obeyed, `Expires` is not (RFC 9213 §2.2).
    if !isTargeted {
      let lines = response.headers.values(for: "Expires")
      if !lines.isEmpty {
        // Two of them, or an invalid date, mean the past (RFC 9111 §5.3).
        guard lines.count == 1, let end = HTTPDate.parse(lines[0].trimmingBlanks(), now: response.responseTime.seconds)
        else { return 0 }
        return max(0, difference(end, date))
      }
    }
    guard let share = rules.settings.heuristic, let lastModified, lastModified < date,
      heuristicStatuses.contains(response.status) || control.isPublic
    else { return 0 }
    let guess = Double(difference(date, lastModified)) * share
    return guess < Double(longestGuess) ? Int64(max(0, guess)) : longestGuess
  }

  /// Whether a response has an explicit lifetime (RFC 9111 §4.2.1).
  static func isExplicit(_ control: CacheControl, _ headers: Headers, isShared: Bool) -> Bool {
    control.maxAge != nil || isShared && control.sharedMaxAge != nil || headers.contains("Expires")
  }

  /// The corrected initial age, in milliseconds (RFC 9111 §4.2.3).
  static func initialAge(of response: CachedResponse, date: Int64?) -> Int64 {
    let apparent = date.map { max(0, difference(response.responseTime.seconds, $0)) } ?? 0
    let delay = max(0, difference(response.responseTime, response.requestTime))
    let corrected = sum(1000 * age(response.headers), delay)
    return max(apparent > Int64.max / 1000 ? .max : 1000 * apparent, corrected)
  }

  /// The value of `Age` in seconds: the first one, and 0 if that is not a number (RFC 9111 §5.1).
  static func age(_ headers: Headers) -> Int64 {
    guard let text = headers["Age"] else { return 0 }
    let digits = text.trimmingBlanks().prefix(whileByte: { $0 &- UInt8(ascii: "0") < 10 })
    let rest = text.trimmingBlanks().utf8.dropFirst(digits.utf8.count).first
    guard rest == nil || rest == UInt8(ascii: ",") || rest == UInt8(ascii: ";") || rest == 0x20,
      let number = DecimalDigits.bounded(digits.utf8)
    else { return 0 }
    return min(Int64(number), CacheControl.longest)
  }

  /// A field with a date, in seconds since 1970; `nil` if there is none, or it cannot be parsed.
  static func date(_ name: String, in headers: Headers, now: Int64) -> Int64? {
    headers[name].flatMap { HTTPDate.parse($0.trimmingBlanks(), now: now) }
  }

  /// Whether `Pragma` contains `no-cache` (RFC 9111 §5.4).
  static func hasNoCachePragma(_ headers: Headers) -> Bool {
    headers.contains("Pragma") && CacheControl(lines: headers.values(for: "Pragma")).noCache
  }

  static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? (one < 0 ? .min : .max) : sum
  }

  static func difference(_ one: Int64, _ other: Int64) -> Int64 {
    let (difference, overflows) = one.subtractingReportingOverflow(other)
    return overflows ? (one < 0 ? .min : .max) : difference
  }
}
