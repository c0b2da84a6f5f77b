// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  private struct AdaptiveDraft: Sendable {
    var min = 5
    var max = 1000
    var start = 20
  }

  private struct ConcurrencyDraft: Sendable { var adaptive: AdaptiveDraft? }

  private static let adaptive = ObjectShape<AdaptiveDraft>(
    "adaptive",
    "A limit that adapts to response times.",
    [
      ObjectMember("min", to: \.min, .wholeNumber(1...1_000_000), standard: 5, "The minimum of the limit."),
      ObjectMember("max", to: \.max, .wholeNumber(1...1_000_000), standard: 1000, "The maximum of the limit."),
      ObjectMember("start", to: \.start, .wholeNumber(1...1_000_000), standard: 20, "The initial limit."),
    ]
  ).value(startingFrom: AdaptiveDraft()).map { draft, node, reading in
    if !(draft.min <= draft.start && draft.start <= draft.max) {
      reading.report(
        "expected \"min\" ≤ \"start\" ≤ \"max\", found \(draft.min), \(draft.start), \(draft.max)",
        at: node
      )
    }
    return draft
  }

  static let concurrency: ValueShape<ConcurrencyPolicy> = {
    let count = ValueShape<Int>.wholeNumber(1...1_000_000)
    let object = ObjectShape<ConcurrencyDraft>(
      "concurrency",
      "The maximum number of calls in flight.",
      [ObjectMember("adaptive", \.adaptive, adaptive, isRequired: true, "A limit that adapts to response times.")]
    ).value(startingFrom: ConcurrencyDraft())
    return ValueShape<ConcurrencyPolicy>(.either(count.schema, object.schema)) { node, reading in
      guard node.members != nil else { return count.read(node, &reading).map { .fixed($0) } }
      return object.read(node, &reading)?.adaptive.map { .adaptive(min: $0.min, max: $0.max, start: $0.start) }
    }.or(["adaptive": .adaptive], otherwise: "a number, or an object with \"adaptive\"")
  }()

  private struct QueueDraft: Sendable {
    var length: Int?
    var timeout: Duration?
    var order: QueuePolicy.Order?
  }

  static let queue = ObjectShape<QueueDraft>(
    "queue",
    "The queue for calls above the concurrency limit.",
    [
      ObjectMember(
        "length",
        \.length,
        .wholeNumber(1...1_000_000),
        isRequired: true,
        "The maximum length of the queue."
      )
      .example(100),
      ObjectMember("timeout", \.timeout, .duration, "The maximum wait in the queue."),
      ObjectMember("order", \.order, .word, standard: "fifo", "The order of the queue: first in or last in first out."),
    ]
  ).value(startingFrom: QueueDraft()).map { draft, _, _ in
    draft.length.map { QueuePolicy(length: $0, timeout: draft.timeout, order: draft.order ?? .fifo) }
  }

  private struct RateDraft: Sendable {
    var requests: Int?
    var per: Duration?
    var burst: Int?
    var obey: [RatePolicy.Source]?
  }

  static let rate = ObjectShape<RateDraft>(
    "rate",
    "The rate limit.",
    [
      ObjectMember(
        "requests",
        \.requests,
        .wholeNumber(1...1_000_000_000),
        "The number of requests allowed in the period."
      )
      .example(50),
      ObjectMember("per", \.per, .duration, standard: "1s", "The period."),
      ObjectMember(
        "burst",
        \.burst,
        .wholeNumber(1...1_000_000_000),
        "The size of a burst; the default is \"requests\"."
      ).example(10),
      ObjectMember(
        "obey",
        \.obey,
        .some(.word),
        "Response fields that are obeyed: \"RateLimit\", \"Retry-After\", \"X-RateLimit\"."
      ),
    ],
    rules: [
      .some(["requests", "obey"], otherwise: "limits nothing"), .needs("per", "requests"),
      .needs("burst", "requests"),
    ]
  ).value(startingFrom: RateDraft()).map { draft, _, _ -> RatePolicy? in
    // An invalid or unresolved value is not a limit either.
    guard draft.requests != nil || draft.obey != nil else { return nil }
    return RatePolicy(
      requests: draft.requests,
      per: draft.per ?? .seconds(1),
      burst: draft.burst,
      obey: Set(draft.obey ?? [])
    )
  }

  static let throttle = ObjectShape<ThrottlePolicy>(
    "throttle",
    "When calls are rejected locally because the service rejects most of them.",
    [
      ObjectMember(
        "ratio",
        to: \.ratio,
        .number(1...1000),
        standard: 2,
        "How many requests are sent for each accepted one."
      ),
      ObjectMember("window", to: \.window, .duration, standard: "10s", "The length of the window."),
      ObjectMember(
        "atLeast",
        to: \.atLeast,
        .wholeNumber(1...1_000_000),
        standard: 50,
        "The minimum number of requests."
      ),
      ObjectMember("most", to: \.most, .positiveShare, standard: "90%", "The maximum share rejected locally."),
    ]
  ).value(startingFrom: ThrottlePolicy())

  private struct DeadlineDraft: Sendable {
    var header: String?
    var format: DeadlinePolicy.Format?
    var reserve: Duration?
    var atLeast: Double?
  }

  static let deadline = ObjectShape<DeadlineDraft>(
    "deadline",
    "How the remaining time is sent to the service.",
    [
      ObjectMember("send", \.header, fieldName, isRequired: true, "The header field that carries the remaining time.")
        .example("X-Request-Timeout"),
      ObjectMember("format", \.format, .word, standard: "ms", "The format of the value."),
      ObjectMember("reserve", \.reserve, .duration, "The time subtracted from it.").example("50ms"),
      ObjectMember(
        "atLeast",
        \.atLeast,
        percentile,
        "Refuses an attempt with less time left than this share of successful ones took, such as \"p50\", before it is sent."
      ),
    ]
  ).value(startingFrom: DeadlineDraft()).map { draft, _, _ in
    draft.header.map {
      DeadlinePolicy(
        header: $0,
        format: draft.format ?? .milliseconds,
        reserve: draft.reserve ?? .zero,
        atLeast: draft.atLeast
      )
    }
  }

  /// A percentile, from `"p1"` to `"p99"`.
  private static let percentile = ValueShape<Double>(
    .text(pattern: "^\(TextPattern.percentile)$", expected: "\"p1\" to \"p99\"", examples: "p50")
  ) { node, reading in
    guard case .string? = node.scalar else {
      reading.report(expected: "\"p1\" to \"p99\"", at: node)
      return nil
    }
    guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
    guard let share = share(ofPercentile: text.text) else {
      reading.report("expected \"p1\" to \"p99\", found \(text.shown)", at: node)
      return nil
    }
    return share
  }

  /// The share of a percentile such as `p95`.
  static func share(ofPercentile text: String) -> Double? {
    guard let digits = text.dropping(prefix: "p"), let percent = DecimalDigits.value(digits.utf8),
      (1...99).contains(percent)
    else { return nil }
    return Double(percent) / 100
  }
}
