// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  static let retry: ValueShape<RetryPolicy> = {
    let count = ValueShape<Int>.wholeNumber(1...20)
    let object = ObjectShape<RetryPolicy>("retry", "When a request is retried.").with([
      ObjectMember("attempts", to: \.attempts, count, "The maximum number of attempts, the first included."),
      ObjectMember(
        "on",
        to: \.conditions,
        .set(of: condition, in: RetryCondition.isShownBefore),
        standard: ["connectFailure", "reset", "attemptTimeout", 408, 429, 502, 503, 504]
      )
      .about("The outcomes that are retried: \"connectFailure\", \"reset\", \"attemptTimeout\", and statuses.")
      .risk(.sendsMore, .wider(noneIsMost: false)),
      ObjectMember("methods", to: \.methods, methods)
        .about(
          "The methods that are retried: \"idempotent\", or a list; methods that are not idempotent need an \"idempotencyKey\"."
        ),
      ObjectMember("backoff", to: \.backoff, backoff)
        .about("The wait between attempts: a random time up to a limit that doubles."),
      ObjectMember("retryAfter", to: \.retryAfterLimit, retryAfter, "How Retry-After of a response is obeyed."),
      ObjectMember("otherEndpoint", to: \.prefersOtherEndpoint, .truth)
        .about("Whether a retry prefers an endpoint that was not tried yet."),
      ObjectMember("replayBytes", to: \.replayBytes, .byteCount)
        .about("How much of a streamed body is kept so that it can be replayed."),
    ])
    let shape = object.value(startingFrom: .standard)
    return ValueShape<RetryPolicy>(.either(count.schema, shape.schema)) { node, reading in
      node.members == nil ? count.read(node, &reading).map { .attempts($0) } : shape.read(node, &reading)
    }.having(shape.keys).written { policy in
      policy == .attempts(policy.attempts) ? JSON(policy.attempts) : shape.write(policy)
    }.or(["none": .never], otherwise: "a number of attempts, or an object")
  }()

  private static let condition: ValueShape<RetryCondition> = {
    let status = ValueShape<Int>.wholeNumber(100...599)
    return status.example(503).map { code, _, _ in RetryCondition.status(Status(code)) }
      .written { condition in condition.status.flatMap { status.write($0.code) } }
      .or(
        ["connectFailure": .connectFailure, "reset": .reset, "attemptTimeout": .attemptTimeout],
        otherwise: "a status such as 503"
      )
  }()

  private static let methods: ValueShape<RetryMethods> = {
    let list = someMethods
    return ValueShape(.either(.words(["idempotent"]), list.schema)) { node, reading in
      if node.elements != nil { return list.read(node, &reading).map { .listed($0) } }
      let expected = "\"idempotent\" or an array of methods"
      guard let text = reading.readText(node, expected) else { return nil }
      return text.text.hasSameBytes(as: "idempotent") ? .idempotent : reading.refuse(text, expected, at: node)
    }.written { methods in
      switch methods {
      case .idempotent: "idempotent"
      case .listed(let methods): list.write(methods)
      }
    }.example(["GET", "PUT"], "idempotent")
  }()

  private static let backoff = ObjectShape<RetryBackoff>(
    "backoff",
    "The wait before a retry: random, up to a limit that doubles."
  ).with([
    ObjectMember("base", to: \.base, .finite, "The limit before the first retry.")
      .example("20ms").risk(.sendsMore, .less(noneIsLeast: false)),
    ObjectMember("max", to: \.max, .finite, "The maximum of that limit.")
      .risk(.sendsMore, .less(noneIsLeast: false)),
  ]).value(startingFrom: RetryBackoff()).checked { backoff, node, reading in
    if backoff.base > backoff.max {
      reading.report(
        "\"base\" (\(AmountText.text(backoff.base))) is longer than \"max\" (\(AmountText.text(backoff.max))), expected it to be shorter",
        at: node
      )
    }
  }

  private static let retryAfter = ObjectShape<Duration>("retryAfter", "How Retry-After of a response is obeyed.")
    .with([
      ObjectMember("max", to: \.self, .duration, "The maximum wait beyond the backoff.")
        .risk(.waitsLonger, .more(noneIsMost: false))
    ]).value(startingFrom: RetryPolicy.standard.retryAfterLimit)

  static let retryBudget = ObjectShape<RetryBudgetPolicy>("retryBudget", "The budget for retries and hedges.").with([
    ObjectMember("perSuccess", to: \.perSuccess, .number(0...10))
      .about("How many retries each success adds to the budget."),
    ObjectMember("tokens", to: \.tokens, .wholeNumber(1...1_000_000), "The maximum of the budget."),
    ObjectMember("minPerSecond", to: \.minPerSecond, .number(0...1_000_000))
      .about("How many retries a second are always allowed.").risk(.sendsMore, .more(noneIsMost: false)),
  ]).value(startingFrom: RetryBudgetPolicy())

  static let idempotencyKey = ObjectShape<IdempotencyKeyPolicy>(
    "idempotencyKey",
    "A key that makes a request safe to retry."
  ).with([
    ObjectMember("header", to: \.header, fieldName, "The header field that carries the key.")
      .example("X-Request-Id"),
    ObjectMember("methods", to: \.methods, someMethods, standard: ["POST", "PATCH"], "The methods that get a key."),
    ObjectMember("quoted", to: \.isQuoted, .truth, "Whether the key is quoted, as in the IETF draft."),
  ]).value(startingFrom: IdempotencyKeyPolicy())

  static let hedge = ObjectShape<HedgePolicy>("hedge", "When a second attempt is sent beside the first.").with([
    ObjectMember("after", to: \.after, hedgeDelay)
      .about("How long to wait for the first attempt: a time, or a percentile of the response times (\"p95\").")
      .risk(.sendsMore, .less(noneIsLeast: false)),
    ObjectMember("min", to: \.min, .finite, "The shortest wait.").risk(.sendsMore, .less(noneIsLeast: false)),
    ObjectMember("max", \.max, .duration, "The longest wait."),
    ObjectMember("attempts", to: \.attempts, .wholeNumber(2...10))
      .about("The maximum number of attempts.").risk(.sendsMore, .more(noneIsMost: false)),
    ObjectMember("maxExtraLoad", to: \.maxExtraLoad, .share, "The maximum load that hedges may add.")
      .risk(.sendsMore, .more(noneIsMost: false)),
  ]).value(startingFrom: HedgePolicy()).or(["none": .never], otherwise: "an object")

  private static let hedgeDelay: ValueShape<HedgePolicy.Delay> = {
    let time = ValueShape<Duration>.duration
    let schema = SchemaPart.text(
      pattern: "^(\(TextPattern.percentile)|\(TextPattern.time)|none)$",
      expected: "a time such as \"20ms\", or \"p1\" to \"p99\"",
      examples: "p99",
      "20ms"
    )
    return ValueShape(schema) { node, reading in
      guard case .string? = node.scalar else { return time.read(node, &reading).map { .fixed($0) } }
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
      guard text.text.utf8.first == UInt8(ascii: "p") else { return time.read(node, &reading).map { .fixed($0) } }
      if let share = share(ofPercentile: text.text) { return .quantile(share) }
      return reading.refuse("expected a time such as \"20ms\", or \"p1\" to \"p99\", found \(text.shown)", at: node)
    }.written { delay in
      switch delay {
      case .quantile(let share): percentile.write(share)
      case .fixed(let duration): time.write(duration)
      }
    }
  }()
}

extension RetryCondition {
  fileprivate var status: Status? {
    if case .status(let status) = self { status } else { nil }
  }

  /// Words come before statuses.
  fileprivate static func isShownBefore(_ one: RetryCondition, _ other: RetryCondition) -> Bool {
    switch (one.status?.code, other.status?.code) {
    case (nil, nil): one.description < other.description
    case (let code?, let other?): code < other
    case (let code, _): code == nil
    }
  }
}
