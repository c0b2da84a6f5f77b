// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension PolicyRoom {
  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {
    let explanation = PolicyExplanation(
      question,
      kept.resilience.known(question.resolved.url.origin),
      beside: draft.extras
    )
    draft.worstCase = explanation.shown
    draft.add(explanation.attemptFacts, to: .attempts)
    draft.add(explanation.endpointFacts, to: .endpoints)
    draft.add(explanation.limitFacts, to: .limits)
  }
}

/// What the policies of a service mean for a request.
private struct PolicyExplanation {
  typealias Fact = Explanation.Fact

  private let question: ExplanationQuestion
  private let plan: ResiliencePlan
  private let report: ResilienceReport
  private let worstCase: WorstCase
  /// The worst case as it is shown.
  let shown: Explanation.WorstCase

  private var resolved: ResolvedRequest { question.resolved }
  private var destination: Destination { question.route.destination }

  /// - Parameters:
  ///   - question: the request.
  ///   - state: the policies and their state.
  ///   - extras: what may add attempts beside them.
  init(_ question: ExplanationQuestion, _ state: ResilienceState, beside extras: Set<AttemptExtra>) {
    self.question = question
    plan = state.plan
    report = state.report(at: question.clock.now)
    let request = question.resolved
    let replayBytes = (request.overrides?.retry ?? plan.retry).replayBytes
    let worstCase = WorstCase(
      plan,
      method: request.method,
      isReplayable: request.body?.kept(upTo: replayBytes).mayBeReplayed ?? true,
      request.overrides,
      total: question.route.totalTimeout
    )
    self.worstCase = worstCase
    // What only waits is within the total, where that is the limit.
    let isTotal = worstCase.time == worstCase.total && worstCase.time != nil
    let all = extras.union(worstCase.extras)
    shown = Explanation.WorstCase(
      attempts: worstCase.attempts,
      seconds: worstCase.time.map(\.inSeconds),
      leavesOut: AttemptExtra.allCases.filter { all.contains($0) && !(isTotal && $0.isWait) }.map(\.rawValue),
      secondsInAll: worstCase.total.map(\.inSeconds)
    )
  }

  /// How often the request goes out, how long that takes, and after which ends it goes out again.
  var attemptFacts: [Fact] {
    let retry = resolved.overrides?.retry ?? plan.retry
    let hedge = plan.hedge(of: resolved.overrides)
    var facts = [Fact("worst case", "\(shown)")]
    if let timeout = worstCase.attempt {
      facts.append(Fact("each", "≤ \(ReadableTime.text(timeout))"))
    }
    if let refusal = worstCase.refusal {
      facts.append(Fact("sent again", "only what provably was never sent: \(refusal)"))
    } else if let hedge {
      facts.append(Fact("beside", "up to \(hedge.attempts) attempts, \(PolicyExplanation.text(hedge.after))"))
    } else if worstCase.attempts > 1 {
      facts += repeated(retry)
    } else {
      let what = plan.hasSeveralEndpoints ? "only what provably was never sent" : "never"
      facts.append(Fact("sent again", "\(what): no retries are configured"))
    }
    if worstCase.attempts > 1 {
      let tokens = AmountText.whole(report.retryTokens)
      facts.append(Fact("budget", "\(tokens) of \(report.retryTokenLimit) retries left"))
    }
    return facts
  }

  private func repeated(_ retry: RetryPolicy) -> [Fact] {
    let hasKey = plan.hasKey(resolved.method, resolved.overrides)
    let conditions = retry.conditions.union([.status(409)]).filter { retry.retries($0, hasKey: hasKey) }
    let statuses = conditions.compactMap { if case .status(let status) = $0 { status } else { nil } }
    let others = [RetryCondition.connectFailure, .reset, .attemptTimeout].filter(conditions.contains)
    // A hundred attempts wait as long in the end.
    let waits = (1..<min(worstCase.attempts, 5)).map { "≤ \(ReadableTime.text(retry.backoff.limit(before: $0)))" }
    let shown = waits.joined(separator: ", ") + (worstCase.attempts > 5 ? ", …" : "")
    var facts: [Fact] = []
    if !statuses.isEmpty {
      facts.append(Fact("statuses", statuses.sorted().map { "\($0.code)" }.joined(separator: ", ")))
    }
    if !others.isEmpty { facts.append(Fact("failures", others.map(\.description).joined(separator: ", "))) }
    facts.append(Fact("waits", shown))
    facts.append(Fact("Retry-After", "obeyed for ≤ \(ReadableTime.text(retry.retryAfterLimit)) more"))
    return facts
  }

  private static func text(_ delay: HedgePolicy.Delay) -> String {
    switch delay {
    case .fixed(let time): "the next after \(ReadableTime.text(time))"
    case .quantile(let share): "the next once this one is slower than \(AmountText.percent(share)) % of responses"
    }
  }

  /// The places that serve it, in the order in which they are used.
  var endpointFacts: [Fact] {
    let here = resolved.url.origin.description
    let endpoints = report.endpoints
    guard !endpoints.isEmpty else { return [Fact(here, "not checked")] }
    let isSpread = Set(endpoints.map(\.priority)).count > 1
    return endpointSource + rules
      + endpoints.map { endpoint in
        var parts = [PolicyExplanation.text(endpoint.condition)]
        if isSpread { parts.append("priority \(endpoint.priority)") }
        if endpoint.weight != 1 { parts.append("weight \(endpoint.weight)") }
        if let zone = endpoint.zone { parts.append("zone \(zone)") }
        if endpoint.active > 0 { parts.append("\(endpoint.active) active") }
        return Fact(endpoint.label ?? here, parts.joined(separator: ", "))
      }
  }

  /// How one of them is chosen, and when one is left out, whether it is configured or not.
  private var rules: [Fact] {
    var facts: [Fact] = []
    if plan.hasSeveralEndpoints {
      facts.append(Fact("balance", ConfigurationDocument.balance.write(plan.rules.balance)?.string ?? "hash"))
    }
    guard let health = plan.rules.health else { return facts }
    let several = plan.hasSeveralEndpoints
    let causes = [
      health.consecutive.flatMap { $0 == .max ? nil : $0 == 1 ? "one failure" : "\($0) failures in a row" },
      health.failureRate.map { rate in
        "\(AmountText.percent(rate.above)) % of at least \(rate.of) failed within \(ReadableTime.text(rate.within))"
      },
      health.slow.map { "slower than \(ReadableTime.text($0))" },
    ].compactMap(\.self).joined(separator: ", or ")
    let times = "for \(ReadableTime.text(health.rest)), at most \(ReadableTime.text(health.longestRest))"
    let most = several ? ", at most \(AmountText.percent(plan.rules.maxEjected)) % of them" : ""
    facts.append(Fact(several ? "ejected" : "opened", "\(causes): \(times)\(most)"))
    return facts
  }

  /// Where endpoints come from that change while the program runs.
  private var endpointSource: [Fact] {
    let path = ["services", destination.service ?? ""]
    if let file = destination.endpointsFile {
      let place = question.place(path + ["endpointsFile"])
      return [Fact("from", "the file \(file), which is watched", .service, at: place)]
    }
    guard destination.discovery == .dns, let host = destination.base?.origin.host else { return [] }
    let time = destination.settings.connection.nameCacheTime ?? .seconds(60)
    let text = "the addresses of \(host), looked up every \(ReadableTime.text(time))"
    return [Fact("from", text, .service, at: question.place(path + ["discover"]))]
  }

  private static func text(_ condition: ResilienceReport.Condition) -> String {
    switch condition {
    case .up: "up"
    case .resting(let left, let cause): "left out for another \(ReadableTime.text(left)), since \(cause)"
    case .failing(let cause): "left out until its checks are good, since \(cause)"
    case .probing(let cause): "probed by the next attempts, since \(cause)"
    }
  }

  /// The limits that may delay or reject a call before it is sent.
  var limitFacts: [Fact] {
    var facts: [Fact] = []
    if let turns = report.turns {
      let waiting = turns.waiting == 0 ? "" : ", \(turns.waiting) waiting"
      facts.append(Fact("concurrency", "\(turns.active) of \(turns.limit) under way\(waiting)"))
    }
    if let pause = report.pause {
      facts.append(Fact("rate", "paused by the service for another \(ReadableTime.text(pause))"))
    }
    if let share = report.refusedShare, share > 0 {
      facts.append(Fact("throttle", "\(AmountText.percent(share, .up)) % of calls end here, since most are refused"))
    }
    return facts
  }
}
