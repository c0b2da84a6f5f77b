// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  private struct RolloutDraft: Sendable {
    var percent = 10.0
    var watch = Duration.seconds(300)
    var limit = RolloutPolicy.Limit.times(2)
  }

  /// The key of the rollout.
  static func rollout<Whole>(
    _ property: any WritableKeyPath<Whole, RolloutPolicy?> & Sendable
  ) -> ObjectMember<Whole> {
    ObjectMember(
      "rollout",
      rolloutObject.schema,
      setting: nil,
      "How this document replaces another at a reload: first for a share of the calls."
    ) { node, reading, whole in
      // It is not a setting of a service.
      let mark = reading.settings.count
      whole[keyPath: property] = rolloutObject.read(node, &reading)
      reading.settings.removeSubrange(mark...)
    }
  }

  private static let rolloutObject = ObjectShape<RolloutDraft>(
    "rollout",
    "A trial of the document with a share of the calls."
  ).with([
    ObjectMember("percent", to: \.percent, .number(0.01...99), standard: 10, "The share of the calls, in percent."),
    ObjectMember("watch", to: \.watch, .duration, standard: "5m", "The length of the trial."),
    ObjectMember("rollbackAbove", partsOf: \.limit, rolloutLimits)
      .about("The threshold above which the previous document is restored at once."),
  ]).value(startingFrom: RolloutDraft()).map { draft, node, reading -> RolloutPolicy? in
    guard draft.watch < .longest else {
      reading.report("a trial without an end never activates the document, expected a time for \"watch\"", at: node)
      return nil
    }
    return RolloutPolicy(share: draft.percent / 100, watch: draft.watch, limit: draft.limit)
  }

  private static let rolloutLimits = ObjectShape<RolloutPolicy.Limit>(
    "rollbackAbove",
    "The rate of failures that ends a trial."
  )
  .with([
    ObjectMember("failureRate", to: \.self, .rolloutLimit, standard: "2x")
      .about("The failure rate: a multiple of the previous document's (\"2x\"), or a share (\"5%\").")
  ])
}

extension ValueShape where Value == RolloutPolicy.Limit {
  /// A multiple, `"2x"`, or a share, `"5%"`.
  fileprivate static let rolloutLimit = ValueShape(
    .text(
      pattern: "^(0*(1\\.[0-9]*[1-9][0-9]*|([2-9]|[1-9][0-9]{1,2})(\\.[0-9]+)?|1000(\\.0+)?)x|"
        + "(?=[0-9.]*[1-9])0*[0-9]{1,2}(\\.[0-9]+)?%)$",
      expected: expectedLimit,
      examples: "5%",
      "2x"
    )
  ) { node, reading in
    let expected = expectedLimit
    guard let text = reading.readText(node, expected) else { return nil }
    let digits = String(text.text.dropLast())
    let number = AmountText.isPlainNumber(digits) ? Double(digits) ?? 0 : 0
    switch text.text.utf8.last {
    case UInt8(ascii: "x") where number > 1 && number <= 1000: return .times(number)
    case UInt8(ascii: "%") where number > 0 && number < 100: return .share(number / 100)
    default: return reading.refuse(text, expected, at: node)
    }
  }

  private static let expectedLimit = "a multiple such as \"2x\", more than 1, or a share such as \"5%\""
}

extension RolloutPolicy {
  /// The rollout as written in a document.
  package var shown: JSON {
    let limit: String =
      switch limit {
      case .times(let factor): "\(Self.text(factor))x"
      case .share(let share): "\(Self.text(AmountText.exactPercent(share)))%"
      }
    return [
      "percent": JSON(AmountText.exactPercent(share)), "watch": .string(AmountText.text(watch)),
      "rollbackAbove": ["failureRate": .string(limit)],
    ]
  }

  /// Formats a number; a whole one without a fraction.
  private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
