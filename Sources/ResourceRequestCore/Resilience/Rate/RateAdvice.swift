// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long a service asks not to be called, by the header fields of a response.
///
/// Pure.
enum RateAdvice {
  /// The longest accepted time: a mistake of the server must not stop the client for a day.
  static let longest = Duration.seconds(300)

  /// The wait from now, which is given in seconds since 1970; `nil` if no field asks for one.
  static func wait(
    _ status: Status,
    _ headers: Headers,
    obeying sources: Set<RatePolicy.Source>,
    now: Int64
  ) -> Duration? {
    // A stored response says nothing about the present.
    guard headers["Age"] == nil else { return nil }
    var wait: Duration?
    func note(_ other: Duration?) {
      if let other, other > .zero { wait = max(wait ?? .zero, other) }
    }
    if sources.contains(.retryAfter), status == 429 || status == 503 {
      note(headers["Retry-After"].flatMap { RetryAfter.wait($0, now: now) })
    }
    if sources.contains(.rateLimit) {
      for value in headers.values(for: "RateLimit") { note(RateAdvice.wait(item: value)) }
      note(triple("RateLimit", headers, now))
    }
    if sources.contains(.legacy) { note(triple("X-RateLimit", headers, now)) }
    return wait.map { min($0, longest) }
  }

  /// Parses a list such as `"default";r=0;t=30`: none remaining, for 30 seconds
  /// (draft-ietf-httpapi-ratelimit-headers-10 §4.1).
  private static func wait(item value: String) -> Duration? {
    var longest: Duration?
    var scanner = FieldScanner(value)
    while !scanner.isAtEnd {
      let item = scanner.text(toUnquoted: ",")
      _ = scanner.consume(",")
      var parts = FieldScanner(item)
      // The early drafts wrote `limit=10, remaining=0, reset=5`, which has no name and no parameters.
      _ = parts.quotedString() ?? parts.token()
      let parameters = FieldParameters.read(from: &parts)
      guard let remaining = parameters.first(where: { $0.name.hasSameBytes(as: "r") })?.value,
        DecimalDigits.bounded(remaining.utf8) == 0,
        let time = parameters.first(where: { $0.name.hasSameBytes(as: "t") })?.value,
        let seconds = DecimalDigits.bounded(time.utf8)
      else { continue }
      longest = max(longest ?? .zero, .seconds(min(seconds, Int(Int32.max))))
    }
    return longest
  }

  /// Parses `…-Remaining: 0` and `…-Reset`, which is in seconds, or, by its size, in seconds or milliseconds since
  /// 1970.
  private static func triple(_ prefix: String, _ headers: Headers, _ now: Int64) -> Duration? {
    guard let remaining = headers["\(prefix)-Remaining"], DecimalDigits.bounded(remaining.utf8) == 0,
      let reset = headers["\(prefix)-Reset"], let number = DecimalDigits.bounded(reset.utf8)
    else { return nil }
    switch Int64(number) {
    case 1_000_000_000_000...: return .milliseconds(max(0, Int64(number) - now * 1000))
    case 1_000_000_000...: return .seconds(max(0, Int64(number) - now))
    case let seconds: return .seconds(seconds)
    }
  }
}
