// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  static let retry: ValueShape<RetryPolicy> = {
    let count = ValueShape<Int>.wholeNumber(1...20)
    let object = ObjectShape<RetryPolicy>(
      "retry",
      "When an attempt is followed by another.",
      [
        ObjectMember(
          "attempts",
          to: \.attempts,
          count,
          standard: 3,
          "How often a request goes out at most, the first time included."
        ),
        ObjectMember(
          "on",
          to: \.conditions,
          ValueShape<[RetryCondition]>.some(condition).map { conditions, _, _ in Set(conditions) },
          standard: ["connectFailure", "reset", "attemptTimeout", 408, 429, 502, 503, 504],
          "The ends of an attempt that are worth another: \"connectFailure\", \"reset\", \"attemptTimeout\", and statuses."
        ),
        ObjectMember(
          "methods",
          to: \.methods,
          methods,
          standard: "idempotent",
          "The methods that may be repeated: \"idempotent\", or which; others than those need an \"idempotencyKey\"."
        ),
        ObjectMember(
          "backoff",
          to: \.backoff,
          backoff,
          "How long to wait in between: a random time up to a limit that doubles."
        ),
        ObjectMember("retryAfter", to: \.retryAfterLimit, retryAfter, "How the Retry-After of an answer is obeyed."),
        ObjectMember(
          "otherEndpoint",
          to: \.prefersOtherEndpoint,
          .truth,
          standard: true,
          "Whether a retry goes to an endpoint that was not tried, while another is up."
        ),
        ObjectMember(
          "replayBytes",
          to: \.replayBytes,
          .byteCount,
          standard: "1MiB",
          "How many bytes of a streamed body are kept so that it can be sent again."
        ),
      ]
    )
    let shape = object.value(startingFrom: .standard)
    return ValueShape(.either(count.schema, shape.schema)) { node, reading in
      node.members == nil ? count.read(node, &reading).map { .attempts($0) } : shape.read(node, &reading)
    }.or(["none": .never], otherwise: "a number of attempts, or an object")
  }()

  private static let condition: ValueShape<RetryCondition> = {
    let status = ValueShape<Int>.wholeNumber(100...599)
    return status.example(503).map { code, _, _ in RetryCondition.status(Status(code)) }
      .or(
        ["connectFailure": .connectFailure, "reset": .reset, "attemptTimeout": .attemptTimeout],
        otherwise: "a status such as 503"
      )
  }()

  private static let methods: ValueShape<RetryMethods> = {
    let list = ValueShape<[RequestMethod]>.some(method)
    return ValueShape(.either(.words(["idempotent"]), list.schema)) { node, reading in
      if node.elements != nil { return list.read(node, &reading).map { .listed(Set($0)) } }
      let expected = "\"idempotent\" or an array of methods"
      guard case .string? = node.scalar else {
        reading.report(expected: expected, at: node)
        return nil
      }
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
      guard text.text.hasSameBytes(as: "idempotent") else {
        reading.report("expected \(expected), found \(text.shown)", at: node)
        return nil
      }
      return .idempotent
    }.example(["GET", "PUT"], "idempotent")
  }()

  private static let backoff = ObjectShape<RetryBackoff>(
    "backoff",
    "How long to wait before a retry.",
    [
      ObjectMember("base", to: \.base, .duration, standard: "50ms", "The limit before the first retry.")
        .example("20ms"),
      ObjectMember("max", to: \.max, .duration, standard: "2s", "The limit that doubling ends at."),
    ]
  ).value(startingFrom: RetryBackoff()).map { backoff, node, reading in
    if backoff.base > backoff.max {
      reading.report(
        "\"base\" (\(AmountText.text(backoff.base))) is longer than \"max\" (\(AmountText.text(backoff.max))), expected it to be shorter",
        at: node
      )
    }
    return backoff
  }

  private struct RetryAfterDraft: Sendable { var max = Duration.seconds(10) }

  private static let retryAfter = ObjectShape<RetryAfterDraft>(
    "retryAfter",
    "How the Retry-After of an answer is obeyed.",
    [ObjectMember("max", to: \.max, .duration, standard: "10s", "How much longer than the backoff is waited at most.")]
  ).value(startingFrom: RetryAfterDraft()).map { draft, _, _ in draft.max }

  static let retryBudget = ObjectShape<RetryBudgetPolicy>(
    "retryBudget",
    "How many retries and hedges there may be.",
    [
      ObjectMember("perSuccess", to: \.perSuccess, .number(0...10), standard: 0.2, "How many a success pays for."),
      ObjectMember(
        "tokens",
        to: \.tokens,
        .wholeNumber(1...1_000_000),
        standard: 100,
        "How many are in store at most."
      ),
      ObjectMember(
        "minPerSecond",
        to: \.minPerSecond,
        .number(0...1_000_000),
        standard: 1,
        "How many a second there are in any case."
      ),
    ]
  ).value(startingFrom: RetryBudgetPolicy())

  static let idempotencyKey = ObjectShape<IdempotencyKeyPolicy>(
    "idempotencyKey",
    "A key that makes a request safe to repeat.",
    [
      ObjectMember("header", to: \.header, fieldName, standard: "Idempotency-Key", "The field it stands in.")
        .example("X-Request-Id"),
      ObjectMember(
        "methods",
        to: \.methods,
        ValueShape<[RequestMethod]>.some(method).map { methods, _, _ in Set(methods) },
        standard: ["POST", "PATCH"],
        "The methods that get one."
      ),
      ObjectMember(
        "quoted",
        to: \.isQuoted,
        .truth,
        standard: true,
        "Whether it stands in quotes, as the draft has it."
      ),
    ]
  ).value(startingFrom: IdempotencyKeyPolicy())

  static let hedge = ObjectShape<HedgePolicy>(
    "hedge",
    "When a second attempt is made beside the first.",
    [
      ObjectMember(
        "after",
        to: \.after,
        hedgeDelay,
        standard: "p95",
        "How long the first is waited for: a time, or what a percentage of answers takes (\"p95\")."
      ),
      ObjectMember("min", to: \.min, .duration, standard: "1ms", "The shortest wait."),
      ObjectMember("max", \.max, .duration, "The longest wait."),
      ObjectMember(
        "attempts",
        to: \.attempts,
        .wholeNumber(2...10),
        standard: 2,
        "How many attempts there are at most."
      ),
      ObjectMember("maxExtraLoad", to: \.maxExtraLoad, .share, standard: "5%", "The load that hedges may add."),
    ]
  ).value(startingFrom: HedgePolicy())

  private static let hedgeDelay: ValueShape<HedgePolicy.Delay> = {
    let time = ValueShape<Duration>.duration
    let schema = SchemaPart.text(
      pattern: "^(\(TextPattern.percentile)|\(TextPattern.time)|none)$",
      expected: "a time such as \"20ms\", or \"p1\" to \"p99\"",
      examples: "p99",
      "20ms"
    )
    return ValueShape(schema) { node, reading in
      guard case .string(let text)? = node.scalar, text.utf8.first == UInt8(ascii: "p") else {
        return time.read(node, &reading).map { .fixed($0) }
      }
      return percentile.read(node, &reading).map { .quantile($0) }
    }
  }()
}
