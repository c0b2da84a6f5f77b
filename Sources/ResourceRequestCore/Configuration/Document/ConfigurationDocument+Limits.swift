// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  private struct AdaptiveDraft: Sendable {
    var min = 5
    var max = 1000
    var start = 20
  }

  private static let adaptive = ObjectShape<AdaptiveDraft>("adaptive", "A limit that adapts to response times.").with([
    ObjectMember("min", to: \.min, .wholeNumber(1...1_000_000), "The minimum of the limit."),
    ObjectMember("max", to: \.max, .wholeNumber(1...1_000_000), "The maximum of the limit."),
    ObjectMember("start", to: \.start, .wholeNumber(1...1_000_000), "The initial limit."),
  ]).value(startingFrom: AdaptiveDraft()).checked { draft, node, reading in
    if !(draft.min <= draft.start && draft.start <= draft.max) {
      reading.report(
        "expected \"min\" ≤ \"start\" ≤ \"max\", found \(draft.min), \(draft.start), \(draft.max)",
        at: node
      )
    }
  }

  static let concurrency: ValueShape<ConcurrencyPolicy> = {
    let count = ValueShape<Int>.wholeNumber(1...1_000_000)
    let object = ObjectShape<AdaptiveDraft?>("concurrency", "The maximum number of calls in flight.").with([
      ObjectMember("adaptive", \.self, adaptive, isRequired: true, "A limit that adapts to response times.")
    ]).value(startingFrom: nil)
    return ValueShape<ConcurrencyPolicy>(.either(count.schema, object.schema)) { node, reading in
      guard node.members != nil else { return count.read(node, &reading).map { .fixed($0) } }
      return object.read(node, &reading)?.map { .adaptive(min: $0.min, max: $0.max, start: $0.start) }
    }.or(["adaptive": .adaptive], otherwise: "a number, or an object with \"adaptive\"").written { policy in
      switch policy {
      case .fixed(let limit): count.write(limit)
      case .adaptive(let min, let max, let start):
        object.write(AdaptiveDraft(min: min, max: max, start: start))
      }
    }
  }()

  static let queue = ObjectShape<QueuePolicy>("queue", "The queue for calls above the concurrency limit.").with([
    ObjectMember("length", to: \.length, .wholeNumber(0...1_000_000), isRequired: true)
      .about("The maximum length of the queue; 0 for none.").example(100),
    ObjectMember("timeout", \.timeout, .duration, "The maximum wait in the queue.")
      .risk(.waitsLonger, .more(noneIsMost: true)),
    ObjectMember("order", to: \.order, .word, "The order of the queue: first in or last in first out."),
  ]).value(startingFrom: QueuePolicy(length: 1))

  private struct RateDraft: Sendable {
    var requests: Int?
    var per = RatePolicy().per
    var burst: Int?
    var obey: Set<RatePolicy.Source>?
  }

  private static let rateDraft = ObjectShape<RateDraft>("rate", "The rate limit.").with([
    ObjectMember("requests", \.requests, .wholeNumber(1...1_000_000_000))
      .about("The number of calls allowed in the period.").example(50).risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("per", to: \.per, .finite, "The period.")
      .risk(.sendsMore, .less(noneIsLeast: true)).leftOut { $0.requests == nil },
    ObjectMember("burst", \.burst, .wholeNumber(1...1_000_000_000))
      .about("The size of a burst; the default is \"requests\".")
      .example(10).risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("obey", \.obey, .set(of: .word) { $0.rawValue < $1.rawValue })
      .about("Response fields that are obeyed: \"RateLimit\", \"Retry-After\", \"X-RateLimit\".")
      .risk(.sendsMore, .gone),
  ]).obeying(
    .some(["requests", "obey"], otherwise: "limits nothing"),
    .needs("per", "requests"),
    .needs("burst", "requests")
  ).value(startingFrom: RateDraft())

  static let rate = rateDraft.map { draft, _, _ -> RatePolicy? in
    // An invalid or unresolved value is not a limit either.
    guard draft.requests != nil || draft.obey != nil else { return nil }
    return RatePolicy(requests: draft.requests, per: draft.per, burst: draft.burst, obey: draft.obey ?? [])
  }.written { policy in
    rateDraft.write(
      RateDraft(
        requests: policy.requests,
        per: policy.per,
        burst: policy.requests.map { _ in policy.burst },
        obey: policy.obey.isEmpty ? nil : policy.obey
      )
    )
  }

  static let throttle = ObjectShape<ThrottlePolicy>(
    "throttle",
    "When calls are rejected locally because the service rejects most of them."
  ).with([
    ObjectMember("ratio", to: \.ratio, .number(1...1000), "How many requests are sent for each accepted one.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("window", to: \.window, .duration, "The length of the window."),
    ObjectMember("atLeast", to: \.atLeast, .wholeNumber(1...1_000_000), "The minimum number of requests.")
      .risk(.sendsMore, .more(noneIsMost: true)),
    ObjectMember("most", to: \.most, .positiveShare, "The maximum share rejected locally.")
      .risk(.sendsMore, .less(noneIsLeast: true)),
  ]).value(startingFrom: ThrottlePolicy())

  static let deadline = ObjectShape<DeadlinePolicy>("deadline", "How the remaining time is sent to the service.").with([
    ObjectMember("send", to: \.header, fieldName, isRequired: true)
      .about("The header field that carries the remaining time.").example("X-Request-Timeout"),
    ObjectMember("format", to: \.format, .word, "The format of the value."),
    ObjectMember("reserve", to: \.reserve, reserve, "The time subtracted from it.").example("50ms")
      .leftOut { $0.reserve <= .zero },
    ObjectMember("atLeast", \.atLeast, percentile)
      .about(
        "Attempts with less time left than this percentile of successful ones took, such as \"p50\", are not sent."
      ),
  ]).value(startingFrom: DeadlinePolicy(header: ""))

  /// A time without a default in the schema, which has no text for zero.
  private static let reserve = ValueShape<Duration>.duration.written(
    by: { .string(AmountText.text($0)) },
    spelled: { _ in .none }
  )

  /// A percentile, from `"p1"` to `"p99"`.
  static let percentile = ValueShape<Double>(
    .text(pattern: "^\(TextPattern.percentile)$", expected: "\"p1\" to \"p99\"", examples: "p50")
  ) { node, reading in
    let expected = "\"p1\" to \"p99\""
    guard let text = reading.readText(node, expected) else { return nil }
    return share(ofPercentile: text.text) ?? reading.refuse(text, expected, at: node)
  }.written { .string("p\(AmountText.percent($0))") }

  /// The share of a percentile such as `p95`.
  static func share(ofPercentile text: String) -> Double? {
    guard let digits = text.dropping(prefix: "p"), let percent = DecimalDigits.value(digits.utf8),
      (1...99).contains(percent)
    else { return nil }
    return Double(percent) / 100
  }
}
