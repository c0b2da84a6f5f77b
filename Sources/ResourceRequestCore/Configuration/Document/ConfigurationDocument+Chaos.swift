// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  static let chaos = ObjectShape<ChaosPolicy>("chaos", "Fault injection.").with([
    ObjectMember("delay", \.delay, delay, "Delayed attempts."),
    ObjectMember("status", \.status, answer, "Attempts that are answered with a status instead of being sent."),
    ObjectMember("reset", to: \.reset, reset, "Attempts that fail with a connection reset instead of being sent.")
      .leftOut { $0.reset <= 0 },
  ]).obeying(.some(["delay", "status", "reset"], otherwise: "changes nothing")).value(startingFrom: ChaosPolicy())
    .checked { chaos, node, reading in
      let ends = chaos.reset + (chaos.status?.share ?? 0)
      if ends > 1 {
        reading.report("\"status\" and \"reset\" add up to more than all attempts, expected 100% at most", at: node)
      }
    }

  private static let delay = ObjectShape<ChaosPolicy.Delay>("chaosDelay", "Delayed attempts.").with([
    ObjectMember("share", to: \.share, .positiveShare, isRequired: true, "The share of attempts."),
    ObjectMember("time", to: \.time, .finite, isRequired: true, "The added delay."),
  ]).value(startingFrom: ChaosPolicy.Delay(share: 1, time: .seconds(1)))

  private static let answer = ObjectShape<ChaosPolicy.Response>(
    "chaosStatus",
    "Attempts that are answered with a status instead of being sent."
  ).with([
    ObjectMember("share", to: \.share, .positiveShare, isRequired: true, "The share of attempts."),
    ObjectMember("status", to: \.status, status, isRequired: true, "The status of the response.")
      .example(503),
  ]).value(startingFrom: ChaosPolicy.Response(share: 1, status: 503))

  private static let status = ValueShape<Int>.wholeNumber(200...599).converted(to: { Status($0) }, from: { $0.code })

  private static let reset = ObjectShape<Double>(
    "chaosReset",
    "Attempts that fail with a connection reset instead of being sent."
  ).with([ObjectMember("share", to: \.self, .positiveShare, isRequired: true, "The share of attempts.")]).value(
    startingFrom: 1
  )
}
