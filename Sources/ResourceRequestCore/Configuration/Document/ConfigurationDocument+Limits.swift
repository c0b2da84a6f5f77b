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
    "A limit that follows how quick answers are.",
    [
      ObjectMember("min", to: \.min, .wholeNumber(1...1_000_000), standard: 5, "The least."),
      ObjectMember("max", to: \.max, .wholeNumber(1...1_000_000), standard: 1000, "The most."),
      ObjectMember("start", to: \.start, .wholeNumber(1...1_000_000), standard: 20, "What it begins with."),
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
      "How many calls may be under way at once.",
      [ObjectMember("adaptive", \.adaptive, adaptive, isRequired: true, "A limit that follows how quick answers are.")]
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
    "Who waits where the limit of calls under way is reached.",
    [
      ObjectMember("length", \.length, .wholeNumber(1...1_000_000), isRequired: true, "How many wait at most.")
        .example(100),
      ObjectMember("timeout", \.timeout, .duration, "How long each waits at most."),
      ObjectMember("order", \.order, .word, standard: "fifo", "Whose turn is next: who came first, or last."),
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
    "How many requests there may be in a time.",
    [
      ObjectMember("requests", \.requests, .wholeNumber(1...1_000_000_000), "How many there may be in the period.")
        .example(50),
      ObjectMember("per", \.per, .duration, standard: "1s", "The period."),
      ObjectMember(
        "burst",
        \.burst,
        .wholeNumber(1...1_000_000_000),
        "How many may go out at once; as many as \"requests\" unless said."
      ).example(10),
      ObjectMember(
        "obey",
        \.obey,
        .some(.word),
        "Fields of answers that say when to stop: \"RateLimit\", \"Retry-After\", \"X-RateLimit\"."
      ),
    ],
    rules: [
      .some(["requests", "obey"], otherwise: "limits nothing"), .needs("per", "requests"),
      .needs("burst", "requests"),
    ]
  ).value(startingFrom: RateDraft()).map { draft, _, _ -> RatePolicy? in
    // One that is there and wrong, or not looked up, is no limit either.
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
    "When calls end here because the service refuses most of what it gets.",
    [
      ObjectMember(
        "ratio",
        to: \.ratio,
        .number(1...1000),
        standard: 2,
        "How many requests are sent for each that is accepted."
      ),
      ObjectMember("window", to: \.window, .duration, standard: "10s", "How far back it looks."),
      ObjectMember(
        "atLeast",
        to: \.atLeast,
        .wholeNumber(1...1_000_000),
        standard: 50,
        "How many requests there must be."
      ),
      ObjectMember("most", to: \.most, .positiveShare, standard: "90%", "The share that ends here at most."),
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
    "How the service is told how long its answer is waited for.",
    [
      ObjectMember("send", \.header, fieldName, isRequired: true, "The field the time that is left stands in.")
        .example("X-Request-Timeout"),
      ObjectMember("format", \.format, .word, standard: "ms", "How it is written."),
      ObjectMember("reserve", \.reserve, .duration, "What is kept back of it.").example("50ms"),
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
  static let percentile = ValueShape<Double>(
    .text(pattern: "^\(TextPattern.percentile)$", expected: "\"p1\" to \"p99\"", examples: "p50")
  ) { node, reading in
    guard case .string? = node.scalar else {
      reading.report(expected: "\"p1\" to \"p99\"", at: node)
      return nil
    }
    guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
    guard let digits = text.text.dropping(prefix: "p"), let percent = DecimalDigits.value(digits.utf8),
      (1...99).contains(percent)
    else {
      reading.report("expected \"p1\" to \"p99\", found \(text.shown)", at: node)
      return nil
    }
    return Double(percent) / 100
  }
}
