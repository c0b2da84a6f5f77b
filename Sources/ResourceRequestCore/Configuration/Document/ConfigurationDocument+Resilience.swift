// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// What is done so that calls end well although parts of a service fail: the keys, in the order of the reference.
  static let resilience: [ObjectMember<ResiliencePolicies>] = [
    ObjectMember(
      "resilience",
      \.preset,
      .word,
      "A set of policies: \"standard\" is three attempts within a budget, each of a third of the total time, outliers, "
        + "and a breaker where there is one endpoint. Single keys beside it win."
    ),
    ObjectMember(
      "balance",
      \.balance,
      balance,
      standard: "leastRequest",
      "Which endpoint gets the next request: \"leastRequest\", \"roundRobin\", \"random\", \"peakEWMA\" or a \"hash\" of a "
        + "part of the request."
    ),
    ObjectMember(
      "retry",
      \.retry,
      retry,
      standard: "none",
      "When an attempt is followed by another: \"none\", how many there are at most, or which ends, methods and waits."
    ),
    ObjectMember(
      "retryBudget",
      \.retryBudget,
      retryBudget,
      "How many retries and hedges there may be: successes pay for them."
    ),
    ObjectMember(
      "idempotencyKey",
      \.idempotencyKey,
      idempotencyKey,
      "A key that makes POST and PATCH safe to repeat, for services that know it."
    ),
    ObjectMember(
      "health",
      \.health,
      health,
      "Active health checks: an endpoint that does not answer well is left out before a call finds out."
    ),
    ObjectMember("hedge", \.hedge, hedge, "When a second attempt is made beside the first; the first answer counts."),
    ObjectMember(
      "outliers",
      \.outliers,
      outliers,
      "When an endpoint that fails is left out, and for how long; \"none\" for never."
    ),
    ObjectMember(
      "breaker",
      \.breaker,
      breaker,
      "When calls to a service with one endpoint end at once, and for how long; \"none\" for never."
    ),
    ObjectMember(
      "panicBelow",
      \.panicBelow,
      .share,
      standard: "50%",
      "Below which share of healthy endpoints all are used, where the others cannot take the traffic."
    ),
    ObjectMember(
      "overprovision",
      \.overprovision,
      .number(1...100),
      standard: 1.4,
      "How much more than its share of healthy endpoints a priority takes before the next one gets traffic."
    ),
    ObjectMember(
      "slowStart",
      \.slowStart,
      slowStart,
      "How an endpoint that comes back gets its share little by little."
    ),
    ObjectMember(
      "concurrency",
      \.concurrency,
      concurrency,
      "How many calls may be under way at once: a number, or \"adaptive\"."
    ),
    ObjectMember("queue", \.queue, queue, "Who waits where that many are under way."),
    ObjectMember(
      "rate",
      \.rate,
      rate,
      "How many requests there may be in a time, and which fields of answers are obeyed."
    ),
    ObjectMember(
      "throttle",
      \.throttle,
      throttle,
      "When calls end here because the service refuses most of what it gets."
    ),
    ObjectMember("deadline", \.deadline, deadline, "How the service is told how long its answer is waited for."),
    ObjectMember(
      "attemptHeader",
      \.attemptHeader,
      fieldName,
      "The field that says which attempt a request is, from the second on."
    ).example("X-Attempt"),
    ObjectMember(
      "criticality",
      \.criticality,
      .word,
      standard: "normal",
      "How much depends on the calls: the less critical go first where not all can be made."
    ),
    ObjectMember(
      "chaos",
      \.chaos,
      chaos,
      "Fault injection, in a program that allows it (RESOURCE_ALLOW_CHAOS=1)."
    ),
  ]

  /// The name of a field of our own.
  static let fieldName = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    if let violation = HeaderFieldRules.violation(name: text.text, value: "") {
      reading.report("not the name of a field: \(violation.phrase)", at: node)
      return nil
    }
    if let remedy = FramingFields.remedy(for: text.text) {
      reading.report("the header \(text.text) cannot be set, \(remedy)", at: node)
      return nil
    }
    return text.text
  }.described(by: .fieldName())

  /// The name of a method.
  static let method = ValueShape<ConfiguredText>.someText.map { text, node, reading -> RequestMethod? in
    guard let method = RequestMethod(text.text) else {
      reading.report("not the name of a method, expected one such as \"POST\", found \(text.shown)", at: node)
      return nil
    }
    return method
  }.described(
    by: .text(pattern: "^\(TextPattern.token)$", expected: "the name of a method, such as \"POST\"", examples: "PUT")
  )
}
