// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// Each shape of a feature's setting, in everything that a configuration is asked for.
struct FeatureShapeTests {
  /// A setting: what a document may say and how it is shown, and what it may not say and what is said of that.
  struct Row: CustomTestStringConvertible {
    let key: String
    let value: String
    let shown: String
    let other: String
    let wrong: String
    let fault: String
    var beyond: (value: String, fault: String)?
    var standard: String?
    /// The risk of the change from the value to the other one.
    var risk = ChangeRisk.neutral

    var testDescription: String { key }
  }

  static let rows = [
    Row(
      key: "name",
      value: #""Ann""#,
      shown: #""Ann""#,
      other: #""Bea""#,
      wrong: "7",
      fault: "expected a string, found a number",
      beyond: (#""""#, "the text is empty, expected at least one character"),
      risk: .goesElsewhere
    ),
    Row(
      key: "size",
      value: #""large""#,
      shown: #""large""#,
      other: #""small""#,
      wrong: "true",
      fault: #"expected "small", "medium" or "large", found true"#,
      beyond: (#""larg""#, #"expected "small", "medium" or "large", found "larg"; did you mean "large"?"#),
      standard: #""medium""#
    ),
    Row(
      key: "licence",
      value: #""hush""#,
      shown: #""‹redacted›""#,
      other: #""quiet""#,
      wrong: "[]",
      fault: "expected a string, found an array",
      beyond: (#""""#, "the text is empty, expected at least one character")
    ),
    Row(
      key: "loud",
      value: "false",
      shown: "false",
      other: "true",
      wrong: #""true""#,
      fault: "expected true or false, found a string",
      standard: "false",
      risk: .keepsMore
    ),
    Row(
      key: "number",
      value: #""3""#,
      shown: "3",
      other: "4",
      wrong: "{}",
      fault: "expected a whole number from 1 to 9, found an object",
      beyond: ("10", "out of range, expected a whole number from 1 to 9"),
      risk: .sendsMore
    ),
    Row(
      key: "luggage",
      value: #""2KiB""#,
      shown: "2048",
      other: #""none""#,
      wrong: #""big""#,
      fault: #"not a size, expected a number of bytes or a size such as "64KiB", "10MB" or "none""#,
      beyond: ("0", "a limit must be at least 1 byte"),
      standard: #""64KiB""#,
      risk: .trustsMore
    ),
    Row(
      key: "part",
      value: #""25%""#,
      shown: "0.25",
      other: "1",
      wrong: "null",
      fault: #"expected a share such as "50%", or a number from 0 to 1, found null"#,
      beyond: ("1.5", "not a share from 0 to 100 %")
    ),
    Row(
      key: "stay",
      value: #""1500ms""#,
      shown: #""1500ms""#,
      other: #""1m""#,
      wrong: "3",
      fault: #"3 has no unit ("3s" or "3ms"?), expected a time such as"#,
      beyond: (#""0s""#, "a time of zero, expected"),
      risk: .waitsLonger
    ),
    Row(
      key: "friends",
      value: #"["Bea", "Cem"]"#,
      shown: #"["Bea","Cem"]"#,
      other: #"["Cem"]"#,
      wrong: #""Bea""#,
      fault: "expected an array, found a string",
      beyond: ("[]", "the array is empty, expected at least one element")
    ),
  ]

  private static let vocabulary = Vocabulary.standard + [Guest()]

  private static func document(_ members: String, defaults: String = "") -> String {
    #"{"defaults": {"guest": {\#(defaults)}}, "#
      + #""backendServices": [{"service": "s", "baseUrl": "https://s.example", "guest": {\#(members)}}]}"#
  }

  private static func configuration(_ members: String, defaults: String = "") throws -> ResourceConfiguration {
    try ResourceConfiguration(json: document(members, defaults: defaults), name: "a.json", vocabulary: vocabulary)
  }

  private static func issues(_ members: String, defaults: String = "") throws -> [ConfigurationError.Issue] {
    let error = #expect(throws: ConfigurationError.self) { _ = try configuration(members, defaults: defaults) }
    return try #require(error).issues
  }

  @Test func `there is a row for each setting`() {
    #expect(Guest().settings.rows.map(\.key) == Self.rows.map(\.key))
  }

  @Test(arguments: rows) func `a right value is read, shown and written back`(row: Row) throws {
    let configuration = try Self.configuration(#""\#(row.key)": \#(row.value)"#)
    let shown = configuration.redactedJSON()
    #expect(shown["backendServices"][0]["guest"].text() == #"{"\#(row.key)":\#(row.shown)}"#)
    let again = try ResourceConfiguration(json: shown.text(), vocabulary: Self.vocabulary)
    #expect(again.redactedJSON() == shown)
    #expect(again.digest == configuration.digest)
    #expect(configuration.places["/services/s/guest/\(row.key)"]?.line == 1)
  }

  @Test(arguments: rows) func `a value of another kind is reported at its place`(row: Row) throws {
    let document = Self.document(#""\#(row.key)": \#(row.wrong)"#)
    let issues = try Self.issues(#""\#(row.key)": \#(row.wrong)"#)
    try #require(issues.count == 1)
    #expect(issues[0].message.hasPrefix(row.fault), "\(issues[0])")
    let offset = try #require(document.firstRange(of: "\"\(row.key)\": "))
    #expect(issues[0].column == document.distance(from: document.startIndex, to: offset.upperBound) + 1)
  }

  @Test(arguments: rows) func `a value beyond what is allowed is reported`(row: Row) throws {
    guard let beyond = row.beyond else { return }
    let issue = try #require(try Self.issues(#""\#(row.key)": \#(beyond.value)"#).first)
    #expect(issue.description.contains(beyond.fault), "\(issue)")
  }

  @Test(arguments: rows) func `a misspelt key is reported, and the right one proposed`(row: Row) throws {
    let issues = try Self.issues(#""\#(row.key)x": \#(row.value)"#)
    #expect(issues.map(\.suggestion) == [row.key])
    #expect(issues.first?.message == #"unknown key "\#(row.key)x""#)
    #expect(issues.first?.sourceLine?.contains("hush") == false)
  }

  @Test(arguments: rows) func `a key that is there twice is reported`(row: Row) throws {
    let issues = try Self.issues(#""\#(row.key)": \#(row.value), "\#(row.key)": \#(row.other)"#)
    #expect(issues.map(\.message) == [#"the key "\#(row.key)" is set twice, expected it once"#])
  }

  @Test(arguments: rows) func `a value is inherited by itself`(row: Row) throws {
    let neighbour = row.key == "name" ? #""number": 1"# : #""name": "Ann""#
    let defaults = #""\#(row.key)": \#(row.value)"#
    guard row.key != "licence" else {
      let issues = try Self.issues(neighbour, defaults: defaults)
      #expect(issues.count == 1)
      #expect(issues[0].message.hasPrefix(#"the secret "licence" under "defaults" would go to every server"#))
      #expect(issues[0].sourceLine?.contains("hush") == false)
      return
    }
    let configuration = try Self.configuration(neighbour, defaults: defaults)
    let router = Router(configuration, standardHeaders: Headers())
    let destination = try #require(router.destination(of: "s"))
    #expect(destination.settings.shown["guest"]?[row.key].text() == row.shown)
    // The service's own value wins.
    let own = try Self.configuration(#""\#(row.key)": \#(row.other)"#, defaults: defaults)
    let shown = try #require(Router(own, standardHeaders: Headers()).destination(of: "s")).settings.shown
    #expect(shown["guest"]?[row.key].text() != row.shown)
  }

  @Test(arguments: rows) func `the schema has it, with its default`(row: Row) throws {
    let schema = ResourceConfiguration.jsonSchema(vocabulary: Self.vocabulary)["$defs"]["feature.guest"]
    let property = schema["properties"][row.key]
    #expect(property["description"].string == Guest().settings.rows.first { $0.key == row.key }?.summary)
    #expect(property["default"] == (try row.standard.map { try JSON(parsing: $0) } ?? .null))
    #expect(schema["additionalProperties"] == false)
  }

  @Test(arguments: rows) func `a change is in the difference, with its risk`(row: Row) throws {
    let old = try Self.configuration(#""\#(row.key)": \#(row.value)"#)
    let new = try Self.configuration(#""\#(row.key)": \#(row.other)"#)
    let findings = ConfigurationDifference(from: old, to: new).findings
    #expect(findings.map(\.risk) == [row.risk])
    #expect(findings.map(\.subject) == ["guest.\(row.key)" + (row.key == "licence" ? ", another secret" : "")])
    #expect(findings.first?.services == ["s"])
    #expect(findings.first?.place?.hasPrefix("a.json:1:") == true)
    #expect(!"\(findings)".contains("hush") && !"\(findings)".contains("quiet"))
    #expect(ConfigurationDifference(from: old, to: old).findings.isEmpty)
  }

  @Test(arguments: rows) func `a change is a change of the service, and no change leaves it`(row: Row) throws {
    let (document, other) = (#""\#(row.key)": \#(row.value)"#, #""\#(row.key)": \#(row.other)"#)
    let destinations = try [document, document, other].map { members in
      let router = Router(try Self.configuration(members), standardHeaders: Headers())
      return try #require(router.destination(of: "s")).identity
    }
    #expect(destinations[0] == destinations[1])
    #expect(destinations[0] != destinations[2])
  }
}
