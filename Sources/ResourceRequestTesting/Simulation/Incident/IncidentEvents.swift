// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The keys of what befalls a server.
enum IncidentEvents {
  typealias Incident = Simulation.Incident

  private struct Draft: Sendable {
    var from: Duration?
    var to: Duration?
    var stall: Bool?
    var slow: Double?
    var fail: Incident.Failure?
    var refuse: Bool?
    var workers: Int?
    var limit: Incident.RateLimit?

    /// What it does: one thing, where it is well written.
    var effects: [Incident.Effect] {
      var effects: [Incident.Effect] = []
      if stall == true { effects.append(.stall) }
      if let slow { effects.append(.slow(slow)) }
      if let fail { effects.append(.fail(fail)) }
      if refuse == true { effects.append(.refuse) }
      if let workers { effects.append(.workers(workers)) }
      if let limit { effects.append(.limit(limit)) }
      return effects
    }
  }

  private static let kinds = ["stall", "slow", "fail", "refuse", "workers", "limit"]

  static let shape: ValueShape<[Incident.Event]> = ObjectShape<Draft>(
    "event",
    "Something that befalls a server: one of stall, slow, fail, refuse, workers and limit.",
    [
      ObjectMember("from", \.from, .moment, standard: "0s", "When it begins."),
      ObjectMember("to", \.to, .moment, "When it is over; never unless given."),
      ObjectMember("stall", \.stall, .flag, "It accepts calls and works on none."),
      ObjectMember("slow", \.slow, .weight, "It works so many times slower."),
      ObjectMember("fail", \.fail, fail, "It answers some calls badly."),
      ObjectMember("refuse", \.refuse, .flag, "It refuses connections."),
      ObjectMember("workers", \.workers, .wholeNumber(0...100_000), "It has another number of workers."),
      ObjectMember("limit", \.limit, limit, "It answers 429 to what is beyond a rate."),
    ],
    rules: [.one(kinds)]
  ).value(startingFrom: Draft()).map { draft, node, reading in
    if let to = draft.to, to <= draft.from ?? .zero {
      reading.report("the event ends before it begins, expected \"to\" to be later than \"from\"", at: node)
    }
    return draft.effects.first.map { Incident.Event(from: draft.from ?? .zero, to: draft.to, $0) }
  }.list(of: "events")

  private struct FailDraft: Sendable {
    var share: Double?
    var status: Int?
    var reset: Bool?
    var retryAfter: Duration?
    var after: Duration?
  }

  private static let fail = ObjectShape<FailDraft>(
    "fail",
    "How a server answers badly: with a status, or by resetting the connection.",
    [
      ObjectMember("share", \.share, .portion, standard: 1, "Which share of calls: 0 to 1, or a percentage."),
      ObjectMember("status", \.status, .wholeNumber(200...599), "The status of the answer.").example(503),
      ObjectMember("reset", \.reset, .flag, "The connection is reset instead."),
      ObjectMember("retryAfter", \.retryAfter, .moment, "What Retry-After says (RFC 9110 §10.2.3), in whole seconds."),
      ObjectMember(
        "after",
        \.after,
        .moment,
        "After what time, without a worker; once a worker has worked unless given."
      ),
    ],
    rules: [.one(["status", "reset"])]
  ).value(startingFrom: FailDraft()).map { draft, _, _ -> Incident.Failure? in
    switch (draft.status, draft.reset ?? false) {
    case (let status?, false):
      return Incident.Failure(
        share: draft.share ?? 1,
        status: status,
        retryAfter: draft.retryAfter,
        after: draft.after
      )
    case (nil, true):
      return .reset(share: draft.share ?? 1, after: draft.after)
    default: return nil
    }
  }

  private struct LimitDraft: Sendable {
    var requests: Int?
    var per: Duration?
    var retryAfter: Duration?
  }

  private static let limit = ObjectShape<LimitDraft>(
    "limit",
    "How many calls a server answers in each window of time.",
    [
      ObjectMember("requests", \.requests, .wholeNumber(0...1_000_000_000), isRequired: true, "How many."),
      ObjectMember("per", \.per, .span, isRequired: true, "In how long."),
      ObjectMember("retryAfter", \.retryAfter, .moment, "What Retry-After says beyond that, in whole seconds."),
    ]
  ).value(startingFrom: LimitDraft()).map { draft, _, _ -> Incident.RateLimit? in
    guard let requests = draft.requests, let per = draft.per else { return nil }
    return Incident.RateLimit(requests: requests, per: per, retryAfter: draft.retryAfter)
  }
}
