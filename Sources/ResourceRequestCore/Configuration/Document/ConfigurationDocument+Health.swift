// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ConfigurationDocument {
  static let health = ObjectShape<HealthPolicy>("health", "Active health checks of endpoints.").with([
    ObjectMember("path", to: \.path, path, isRequired: true, "The path of a check, from the root of each endpoint.")
      .example("/healthz"),
    ObjectMember("interval", to: \.interval, .finite, "The time between checks while there are calls.")
      .example("30s"),
    ObjectMember("timeout", to: \.timeout, .duration, "The limit for one check."),
    ObjectMember("healthy", to: \.healthy, .wholeNumber(1...1000))
      .about("How many successful checks in a row make an endpoint healthy."),
    ObjectMember("unhealthy", to: \.unhealthy, .wholeNumber(1...1000))
      .about("How many failed checks in a row make an endpoint unhealthy."),
    ObjectMember(
      "expect",
      to: \.expect,
      ValueShape<[ClosedRange<Int>]>.array(of: statuses).map { ranges, _, _ in Set(ranges.joined()) }.written {
        .array($0.sorted().map { JSON($0) })
      },
      standard: ["200-299"]
    )
    .about("The statuses of a successful check: single ones, and ranges such as \"200-299\".")
    .leftOut { $0.expect == HealthPolicy(path: $0.path).expect },
    ObjectMember("idleInterval", to: \.idleInterval, .duration)
      .about("The time between checks when there was no call for that long."),
    ObjectMember("credentials", to: \.sendsCredentials, .truth)
      .about("Whether checks send the credentials of the service.").leftOut { !$0.sendsCredentials },
  ]).value(startingFrom: HealthPolicy(path: "/")).checked { policy, node, reading in
    if policy.timeout > policy.interval {
      reading.report(
        "\"timeout\" (\(AmountText.text(policy.timeout))) is longer than \"interval\" "
          + "(\(AmountText.text(policy.interval))): checks would overtake one another, expected a shorter \"timeout\"",
        at: node
      )
    }
  }

  private static let path = ValueShape<ConfiguredText>.someText.map { text, node, reading -> String? in
    if text.text.begins(withBytesOf: "/"), (try? ResourceURL("http://h\(text.text)")) != nil { return text.text }
    return reading.refuse("not a path from the root, expected one such as \"/healthz\", found \(text.shown)", at: node)
  }.described(
    by: .text(pattern: #"^/[^\u0000-\u0020\u007F]*$"#, expected: "a path from the root, such as \"/healthz\"")
  ).written { .string(Redaction.reference($0)) }

  private static let statuses: ValueShape<ClosedRange<Int>> = {
    let status = ValueShape<Int>.wholeNumber(100...599)
    let number = SchemaPart(body: ["type": "integer", "minimum": 100, "maximum": 599])
    let text = SchemaPart.text(
      pattern: "^0*[1-5][0-9]{2}(-0*[1-5][0-9]{2})?$",
      expected: "a status, or a range such as \"200-299\"",
      examples: "200-299",
      204
    )
    return ValueShape(.either(number, text)) { node, reading in
      guard case .string? = node.scalar else { return status.read(node, &reading).map { $0...$0 } }
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading)?.text else { return nil }
      if DecimalDigits.areAll(text.utf8) { return status.read(node, &reading).map { $0...$0 } }
      let ends = text.split(atByte: "-").map { DecimalDigits.value($0.utf8) }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, (100...599).contains(first),
        (100...599).contains(last)
      else {
        return reading.refuse("expected a status, or a range such as \"200-299\"", at: node)
      }
      return first...last
    }
  }()
}
