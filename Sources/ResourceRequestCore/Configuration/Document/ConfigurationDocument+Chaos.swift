// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  private struct DelayDraft: Sendable {
    var share: Double?
    var time: Duration?
  }

  private struct AnswerDraft: Sendable {
    var share: Double?
    var status: Int?
  }

  private struct ResetDraft: Sendable { var share: Double? }

  static let chaos = ObjectShape<ChaosPolicy>(
    "chaos",
    "Fault injection.",
    [
      ObjectMember("delay", \.delay, delay, "Delayed attempts."),
      ObjectMember("status", \.status, answer, "Attempts that are answered with a status instead of being sent."),
      ObjectMember("reset", to: \.reset, reset, "Attempts that fail with a connection reset instead of being sent."),
    ],
    rules: [.some(["delay", "status", "reset"], otherwise: "changes nothing")]
  ).value(startingFrom: ChaosPolicy()).map { chaos, node, reading -> ChaosPolicy? in
    let ends = chaos.reset + (chaos.status?.share ?? 0)
    if ends > 1 {
      reading.report("\"status\" and \"reset\" add up to more than all attempts, expected 100% at most", at: node)
    }
    return chaos
  }

  private static let delay = ObjectShape<DelayDraft>(
    "chaosDelay",
    "Delayed attempts.",
    [
      ObjectMember("share", \.share, .positiveShare, isRequired: true, "The share of attempts."),
      ObjectMember("time", \.time, .duration, isRequired: true, "The added delay."),
    ]
  ).value(startingFrom: DelayDraft()).map { draft, _, _ -> ChaosPolicy.Delay? in
    guard let share = draft.share, let time = draft.time else { return nil }
    return ChaosPolicy.Delay(share: share, time: time)
  }

  private static let answer = ObjectShape<AnswerDraft>(
    "chaosStatus",
    "Attempts that are answered with a status instead of being sent.",
    [
      ObjectMember("share", \.share, .positiveShare, isRequired: true, "The share of attempts."),
      ObjectMember("status", \.status, .wholeNumber(200...599), isRequired: true, "The status of the response.")
        .example(503),
    ]
  ).value(startingFrom: AnswerDraft()).map { draft, _, _ -> ChaosPolicy.Response? in
    guard let share = draft.share, let status = draft.status else { return nil }
    return ChaosPolicy.Response(share: share, status: Status(status))
  }

  private static let reset = ObjectShape<ResetDraft>(
    "chaosReset",
    "Attempts that fail with a connection reset instead of being sent.",
    [ObjectMember("share", \.share, .positiveShare, isRequired: true, "The share of attempts.")]
  ).value(startingFrom: ResetDraft()).map { draft, _, _ in draft.share }
}
