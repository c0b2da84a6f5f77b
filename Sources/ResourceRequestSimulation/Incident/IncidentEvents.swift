// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The keys of the events of a server.
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

    /// Its effect: exactly one, in a valid document.
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

  static let shape: ValueShape<[Incident.Event]> = ObjectShape<Draft>(
    "event",
    "An event at a server: one of stall, slow, fail, refuse, workers and limit."
  ).with([
    ObjectMember("from", \.from, .moment, standard: "0s", "When it begins."),
    ObjectMember("to", \.to, .moment, "When it ends; the default is never."),
    ObjectMember("stall", \.stall, .flag, "Accepts calls and processes none."),
    ObjectMember("slow", \.slow, .weight, "Makes it slower by this factor."),
    ObjectMember("fail", \.fail, fail, "Fails some calls."),
    ObjectMember("refuse", \.refuse, .flag, "Refuses connections."),
    ObjectMember("workers", \.workers, .wholeNumber(0...100_000), "Changes the number of workers."),
    ObjectMember("limit", \.limit, limit, "Answers 429 above a rate."),
  ]).obeying(.one(["stall", "slow", "fail", "refuse", "workers", "limit"])).value(startingFrom: Draft()).map {
    draft,
    node,
    reading in
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

  private static let fail = ObjectShape<FailDraft>("fail", "A failure: a status, or a connection reset.").with([
    ObjectMember("share", \.share, .share, standard: 1, "The share of calls: 0 to 1, or a percentage."),
    ObjectMember("status", \.status, .wholeNumber(200...599), "The status of the response.").example(503),
    ObjectMember("reset", \.reset, .flag, "Resets the connection instead."),
    ObjectMember("retryAfter", \.retryAfter, .moment)
      .about("The value of Retry-After (RFC 9110 §10.2.3), rounded up to whole seconds."),
    ObjectMember("after", \.after, .moment)
      .about("The time until it fails, without a worker; the default is after a worker's work."),
  ]).obeying(.one(["status", "reset"])).value(startingFrom: FailDraft()).map { draft, _, _ -> Incident.Failure? in
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

  private static let limit = ObjectShape<Incident.RateLimit>("limit", "A rate limit of a server.").with([
    ObjectMember("requests", to: \.requests, .wholeNumber(0...1_000_000_000), isRequired: true)
      .about("The number of calls answered in each window."),
    ObjectMember("per", to: \.per, .span, isRequired: true, "The length of the window."),
    ObjectMember("retryAfter", \.retryAfter, .moment)
      .about("The value of Retry-After above the limit, rounded up to whole seconds."),
  ]).value(startingFrom: Incident.RateLimit(requests: 0, per: .zero))
}
