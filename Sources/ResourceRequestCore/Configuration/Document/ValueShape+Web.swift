// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == ResourceURL {
  /// The address of a service; a query goes before that of each request.
  static let baseURL = url(allowsQuery: true)
  /// The address of a gateway, which has no query.
  static let serverURL = url(allowsQuery: false)

  private static func url(allowsQuery: Bool) -> ValueShape {
    let rest = allowsQuery ? #"([/?][^\u0000-\u0020\u007F#]*)?$"# : #"(/[^\u0000-\u0020\u007F?#]*)?$"#
    let schema = SchemaPart.text(
      pattern: "^\(TextPattern.scheme)\(TextPattern.authority)\(rest)",
      expected: "an http or https URL without user, \(allowsQuery ? "" : "query, ")fragment and spaces",
      examples: "https://api.example/v1"
    )
    return ValueShape<ConfiguredText>(schema, read: ValueShape<ConfiguredText>.text.read).map { text, node, reading in
      let url: ResourceURL
      do throws(ResourceURL.Invalid) {
        url = try ResourceURL(text.text)
      } catch {
        let reason = text.isLiteral ? error.reason : text.shown
        return reading.refuse("not a URL that can be requested: \(reason)", at: node)
      }
      if url.userInfo != nil {
        reading.hide(node)
        reading.report("the URL holds a user name or password, expected none: write them under \"auth\"", at: node)
      }
      if text.text.utf8.contains(where: { "{}".utf8.contains($0) }) {
        reading.report(
          "the URL has a brace, expected none: it is no template; write %7B or %7D for a brace itself",
          at: node
        )
      }
      if url.fragment != nil {
        reading.report("the URL has a fragment (#…), expected none: it is never sent to a server", at: node)
      }
      if !allowsQuery, url.query != nil {
        reading.report("the URL has a query (?…), expected none: it is the base of other URLs", at: node)
      }
      return url
    }
  }
}

extension ValueShape where Value == RedirectPolicy {
  /// A word, a number, or an object with a number.
  static let redirects: ValueShape = {
    let limit = ValueShape<Int>.wholeNumber(0...1000)
    let object = ObjectShape<Int?>("redirects", "Whether redirects are followed.").with([
      ObjectMember("limit", \.self, limit, isRequired: true, setting: [])
        .about("The maximum number of redirects followed.")
    ])
    let shape = object.value(startingFrom: nil)
    return ValueShape(.either(.words(["follow", "refuse"]), limit.schema, object.schema)) { node, reading in
      if node.members != nil {
        return shape.read(node, &reading).map { RedirectPolicy.follow(limit: $0 ?? 0) }
      }
      guard case .string(let string)? = node.scalar else {
        if case .number? = node.scalar { return limit.read(node, &reading).map { .follow(limit: $0) } }
        return reading.expect(nil, "\"follow\", \"refuse\", a number or an object with \"limit\"", at: node)
      }
      guard let text = reading.expand(string, at: node) else { return nil }
      switch text.text {
      case "follow": return .follow
      case "refuse": return .refuse
      default: break
      }
      if let number = DecimalDigits.value(text.text.utf8), number <= 1000 {
        return .follow(limit: number)
      }
      let expected = "\"follow\", \"refuse\" or a number from 0 to 1000"
      return reading.refuse(text, expected, among: ["follow", "refuse"], at: node)
    }.written { policy in
      switch policy.rule {
      case .follow(let limit): JSON(limit)
      case .refuse: "refuse"
      case .decide: "‹closure›"
      }
    }
  }()
}

extension ValueShape where Value == Headers {
  /// An object of header fields; a value is a string, or an array of strings for a field that repeats.
  static let headers: ValueShape = {
    let text = SchemaPart.sendable(atLeast: 0)
    let schema: JSON.Object = [
      "type": "object",
      "propertyNames": [
        "pattern": .string("^\(TextPattern.token)$"),
        "patternErrorMessage": "expected the name of a header: letters, digits and \"-\"",
      ],
      "patternProperties": .object([
        "^\(TextPattern.anyCase(FramingFields.names))$": KeyRule.refused("such header", "is set by the transport")
      ]),
      "additionalProperties": .object(SchemaPart.either(text, .array(of: text, atLeast: 1)).body),
    ]
    return ValueShape(SchemaPart(body: schema, examples: [["X-Team": "blue"]])) { node, reading in
      let expected = "an object of header names and values"
      guard let members = reading.expect(node.members, expected, at: node) else { return nil }
      var headers = Headers()
      var seen: Set<String> = []
      for member in members { reading.readHeader(member, into: &headers, seen: &seen) }
      return headers
    }.written { headers in
      var fields: JSON.Object = [:]
      for name in headers.names {
        let values =
          SensitiveNames.contains(name)
          ? [.string(Redaction.mark)] : headers.values(for: name).map { JSON.string(Redaction.value(of: name, $0)) }
        fields[name] = values.count == 1 ? values[0] : .array(values)
      }
      return .object(fields)
    }
  }()
}

extension DocumentReading {
  fileprivate mutating func readHeader(
    _ member: PositionedJSON.Member,
    into headers: inout Headers,
    seen: inout Set<String>
  ) {
    let name = member.key
    let key = String(decoding: name.utf8.map(FieldCharacters.lowercased), as: UTF8.self)
    let place = member.keyRange.lowerBound
    if let violation = HeaderFieldRules.violation(name: name, value: "") {
      hide(member.value)
      return report("\(violation)", at: place)
    }
    if let remedy = FramingFields.remedy(for: name) {
      return report("the header \(name) cannot be set, \(remedy)", at: place)
    }
    guard seen.insert(key).inserted else {
      hide(member.value)
      return report("the header \(name) is set twice; write several values as an array", at: place)
    }
    let values = member.value.elements ?? [member.value]
    if values.isEmpty { report("the header \(name) has no value, expected at least one", at: member.value) }
    for value in values {
      guard case .string(let string)? = value.scalar else {
        let expected = member.value.elements == nil ? "a string or an array of strings" : "a string"
        report(expected: expected, at: value)
        continue
      }
      guard let text = expand(string, at: value) else { continue }
      if let violation = HeaderFieldRules.violation(name: name, value: text.text) {
        report("\(violation)", at: value)
      } else {
        headers.append(name, String(text.text.trimmingBlanks()))
      }
    }
    settings.append(Setting(path: [key], offset: place))
  }
}

extension ValueShape where Value == TracePropagation {
  private enum Word: String, CaseIterable, Sendable {
    case trace
    case baggage

    var option: TracePropagation { self == .trace ? .trace : .baggage }
  }

  /// An array of the parts that go along.
  static let propagation = ValueShape<[Word]>.array(of: .word, "an array of \"trace\" and \"baggage\"", atLeast: 0)
    .map { words, _, _ in TracePropagation(words.map(\.option)) }
    .written { parts in .array(Word.allCases.filter { parts.contains($0.option) }.map { .string($0.rawValue) }) }
}
