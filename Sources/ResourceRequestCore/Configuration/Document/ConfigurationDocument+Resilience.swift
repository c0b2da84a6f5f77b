// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  /// The resilience keys, in the order of the reference.
  static let resilience = ObjectShape<ResiliencePolicies>("resilience", "Resilience policies.").with([
    ObjectMember("resilience", \.preset, .word)
      .about(
        "A set of policies: \"standard\" is three attempts within a budget, each of a third of the total time, outliers, "
          + "and a breaker where there is one endpoint. Single keys override it."
      ),
    ObjectMember("balance", \.balance, balance, standard: "leastRequest")
      .about(
        "Which endpoint gets the next request: \"leastRequest\", \"roundRobin\", \"random\", \"peakEWMA\" or a \"hash\" of a "
          + "part of the request."
      ),
    ObjectMember("retry", \.retry, retry, standard: "none")
      .about("When a request is retried: \"none\", the maximum number of attempts, or an object."),
    ObjectMember("retryBudget", \.retryBudget, retryBudget)
      .about("The budget for retries and hedges, which successes fill.").risk(.sendsMore, .more(noneIsMost: false)),
    ObjectMember("idempotencyKey", \.idempotencyKey, idempotencyKey)
      .about("A key that makes POST and PATCH safe to retry, for services that support it."),
    ObjectMember("health", \.health, health)
      .about("Active health checks: an unhealthy endpoint is ejected before a call fails."),
    ObjectMember("hedge", \.hedge, hedge)
      .about("When a second attempt is sent beside the first; the first response wins. \"none\" for never."),
    ObjectMember("outliers", \.outliers, outliers)
      .about("When a failing endpoint is ejected, and for how long; \"none\" for never.").risk(.sendsMore, .gone),
    ObjectMember("breaker", \.breaker, breaker)
      .about("When calls to a service with one endpoint fail fast, and for how long; \"none\" for never.")
      .risk(.sendsMore, .gone),
    ObjectMember("panicBelow", \.panicBelow, .share, standard: "50%")
      .about("The share of healthy endpoints below which all endpoints are used."),
    ObjectMember("overprovision", \.overprovision, .number(1...100), standard: 1.4)
      .about("How much more than its share of healthy endpoints a priority takes before the next one gets traffic."),
    ObjectMember("slowStart", \.slowStart, slowStart, "How an endpoint that returns ramps up to its share."),
    ObjectMember("concurrency", \.concurrency, concurrency)
      .about("The maximum number of calls in flight: a number, or \"adaptive\".")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("queue", \.queue, queue, "The queue for calls above the concurrency limit."),
    ObjectMember("rate", \.rate, rate, "The rate limit, and the response fields that are obeyed."),
    ObjectMember("throttle", \.throttle, throttle)
      .about("When calls are rejected locally because the service rejects most of them.").risk(.sendsMore, .gone),
    ObjectMember("deadline", \.deadline, deadline, "How the remaining time is sent to the service."),
    ObjectMember("attemptHeader", \.attemptHeader, fieldName)
      .about("The header field that carries the number of the attempt, from the second on.").example("X-Attempt"),
    ObjectMember("criticality", \.criticality, .word, standard: "normal")
      .about("How critical the calls are: under overload, less critical calls are rejected first."),
    ObjectMember("chaos", \.chaos, chaos, "Fault injection, in a program that allows it (RESOURCE_ALLOW_CHAOS=1)."),
  ])

  /// The name of a header field that the SDK adds.
  static let fieldName = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    if let violation = HeaderFieldRules.violation(name: text.text, value: "") {
      return reading.refuse("not the name of a field: \(text.isLiteral ? "\(violation)" : text.shown)", at: node)
    }
    if let remedy = FramingFields.remedy(for: text.text) {
      return reading.refuse("the header \(text.isLiteral ? text.text : text.shown) cannot be set, \(remedy)", at: node)
    }
    if let taken = fieldsOfOthers.first(where: { FieldCharacters.equalNames($0, text.text) }) {
      reading.report("the header \(taken) has a meaning of its own, expected another, such as \"X-Attempt\"", at: node)
      return nil
    }
    return text.text
  }.described(by: .fieldName(except: fieldsOfOthers)).written { JSON($0) }

  /// Fields whose value others set, which one with another meaning would replace.
  private static let fieldsOfOthers = [
    "Host", "Authorization", "Proxy-Authorization", "Cookie", "Content-Type", "Accept", "User-Agent",
  ]

  /// The name of a method.
  static let method = ValueShape<ConfiguredText>.someText.map { text, node, reading -> RequestMethod? in
    RequestMethod(text.text)
      ?? reading.refuse("not the name of a method, expected one such as \"POST\", found \(text.shown)", at: node)
  }.described(
    by: .text(pattern: "^\(TextPattern.token)$", expected: "the name of a method, such as \"POST\"", examples: "PUT")
  ).written { JSON($0.name) }

  /// Methods without an order.
  static let someMethods = ValueShape<Set<RequestMethod>>.set(of: method) { $0.name < $1.name }
}
