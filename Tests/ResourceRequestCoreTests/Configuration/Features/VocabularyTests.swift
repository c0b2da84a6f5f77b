// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// What a configuration is read with: its features, and what is wrong with them.
struct VocabularyTests {
  private static let vocabulary = Vocabulary.standard + [Guest()]

  private static func issues(_ json: String, _ vocabulary: Vocabulary = vocabulary) -> [String] {
    ResourceConfiguration.issuesApartFromReferences(in: Data(json.utf8), name: "a.json", vocabulary: vocabulary)
      .map(\.description)
  }

  /// A feature with one setting.
  private struct Lone: ServiceFeature {
    let key: String
    let summary = "A feature."
    let settings: FeatureSettings
  }

  @Test func `a feature is unknown without its vocabulary, and told with it`() throws {
    let document = #"{"service": "s", "baseUrl": "https://s.example", "guest": {"name": "Ann"}}"#
    #expect(throws: ConfigurationError.self) { _ = try ResourceConfiguration(json: document) }
    let configuration = try ResourceConfiguration(json: document, vocabulary: Self.vocabulary)
    #expect(configuration.vocabulary == Self.vocabulary)
    #expect(configuration.services[0].settings.shown["guest"] == ["name": "Ann"])
    let data = try ResourceConfiguration(json: Data(document.utf8), vocabulary: Self.vocabulary)
    #expect(data == (try ResourceConfiguration(json: document, vocabulary: Self.vocabulary)))
  }

  @Test func `a misspelt feature is proposed, and what it holds is hidden`() throws {
    let issues = Self.issues(
      #"{"service": "s", "baseUrl": "https://s.example", "guets": {"licence": "hush"}}"#
    )
    #expect(issues.count == 1)
    #expect(issues[0].hasPrefix(#"a.json:1:50: unknown key "guets"; did you mean "guest"?"#))
    #expect(!issues[0].contains("hush"))
  }

  @Test func `a feature that is there twice is reported`() {
    let issues = Self.issues(#"{"defaults": {"guest": {"name": "a"}, "guest": {}}, "backendServices": []}"#)
    #expect(
      issues.map { $0.prefix { $0 != "\n" } } == [#"a.json:1:39: the key "guest" is set twice, expected it once"#]
    )
  }

  @Test func `a feature that is no object is reported`() {
    let issues = Self.issues(#"{"gateway": {"serverURL": "https://g.example", "guest": 7}}"#)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("expected an object, found a number") == true)
  }

  @Test func `a text that is no JSON shows no secret of a feature`() {
    let issues = Self.issues("{\"service\": \"s\", \"guest\": {\"licence\": \"hush\", ]}")
    #expect(issues.first?.contains("licence") == true)
    #expect(!issues.joined().contains("hush"))
  }

  @Test func `a secret may stand at the gateway, and from the environment`() throws {
    let configuration = try ResourceConfiguration(
      json: #"{"gateway": {"serverURL": "https://g.example", "guest": {"licence": "${env:LICENCE}"}}}"#,
      environment: ["LICENCE": "hush"],
      vocabulary: Self.vocabulary
    )
    #expect(configuration.gateway?.settings.features["guest", "licence"]?.value as? Secret == "hush")
    #expect(!configuration.redactedJSON().text().contains("hush"))
    #expect(!"\(configuration)".contains("hush"))
  }

  @Test func `a reference is not looked up where none is`() {
    #expect(
      Self.issues(#"{"service": "s", "baseUrl": "https://s.example", "guest": {"licence": "${env:NOWHERE_AT_ALL}"}}"#)
        .isEmpty
    )
  }

  @Test(arguments: [
    "headers", "timeouts", "retry", "tls", "service", "baseUrl", "auth", "ConnectionProperties", "serverURL",
    "defaults",
    "backendServices", "gateway", "redact", "rollout", "$schema",
  ])
  func `a standard key is refused`(key: String) throws {
    let issues = Self.issues("{}", .standard + [Guest.keyed(key)])
    let isKey = key != "$schema"
    #expect(
      issues == [
        isKey
          ? #"a.json: the key of the feature "\#(key)" is a standard key, expected another"#
          : #"a.json: the feature "$schema" has no key, expected letters, digits, "-" and "_", a letter first"#
      ]
    )
    let error = #expect(throws: ConfigurationError.self) {
      _ = try ResourceConfiguration(json: "{}", name: "a.json", vocabulary: .standard + [Guest.keyed(key)])
    }
    #expect(try #require(error).issues.map(\.description) == issues)
    #expect(ResourceConfiguration.jsonSchema(vocabulary: .standard + [Guest.keyed(key)]) == .some(Self.plain))
  }

  private static let plain = ResourceConfiguration.jsonSchema()

  @Test(arguments: ["", "a.b", "a/b", "ä", "7up", "a b"]) func `a key is a word`(key: String) {
    let lone = Lone(key: "lone", settings: FeatureSettings(Setting.text(key, "A text.")))
    for vocabulary in [.standard + [Guest.keyed(key)], .standard + [lone]] {
      #expect(Self.issues("{}", vocabulary).first?.contains("has no key, expected letters") == true)
    }
  }

  @Test func `two features of one key are refused, and two settings`() {
    #expect(
      Self.issues("{}", Self.vocabulary + [Guest.keyed("other"), Guest()]) == [
        #"a.json: two features have the key "guest", expected another for one of them"#
      ]
    )
    let twice = FeatureSettings(Setting.text("a", "A text."), Setting.flag("a", "A flag."))
    #expect(
      Self.issues("{}", .standard + [Lone(key: "lone", settings: twice)]) == [
        #"a.json: two settings of a feature have the key "lone.a", expected another for one of them"#
      ]
    )
  }

  @Test func `a default that no document could say is refused`() {
    let settings = FeatureSettings(
      Setting.wholeNumber("many", in: 1...5, "A number.").default(9),
      Setting.text("text", "A text.").default(""),
      Setting.time("time", "A time.").default(.seconds(-1))
    )
    let issues = Self.issues("{}", .standard + [Lone(key: "lone", settings: settings)])
    #expect(issues.count == 3)
    #expect(
      issues.first == #"a.json: the default of "lone.many": out of range, expected a whole number from 1 to 5"#
    )
  }

  @Test func `several features stand side by side, in their order`() throws {
    let vocabulary = Vocabulary.standard + [Guest.keyed("b")] + [Guest.keyed("a")]
    let configuration = try ResourceConfiguration(
      json: #"{"defaults": {"a": {"stay": "1s", "name": "Ann"}, "b": {"name": "Bea"}}, "backendServices": []}"#,
      vocabulary: vocabulary
    )
    #expect(
      configuration.redactedJSON()["defaults"].text() == #"{"b":{"name":"Bea"},"a":{"name":"Ann","stay":"1s"}}"#
    )
  }

  @Test func `two are equal by the types and the keys of their features`() {
    #expect(Self.vocabulary == .standard + [Guest()])
    #expect((Self.vocabulary).hashValue == (Vocabulary.standard + [Guest()]).hashValue)
    #expect(Self.vocabulary != .standard)
    #expect(Self.vocabulary != .standard + [Guest.keyed("other")])
    let lone = Lone(key: "guest", settings: FeatureSettings())
    #expect(Self.vocabulary != .standard + [lone])
  }

  @Test func `the schema refers to a feature from every object, and refuses secrets under defaults`() throws {
    let schema = ResourceConfiguration.jsonSchema(vocabulary: Self.vocabulary)
    for object in ["gateway", "defaults", "service", "singleService"] {
      let reference = schema["$defs"][object]["properties"]["guest"]["$ref"].string
      #expect(reference?.contains("guest") == true, "\(object)")
    }
    #expect(schema["$defs"]["defaults"]["properties"]["guest"]["$ref"] == "#/$defs/feature.guest")
    #expect(schema["$defs"]["defaults"]["allOf"].text().contains(#""licence":{"const":"no such secret"#))
    // Without features it is what it was.
    #expect(ResourceConfiguration.jsonSchema(vocabulary: .standard + []) == Self.plain)
    #expect(!Self.plain.text().contains("feature."))
  }

  @Test func `a feature that only one side knows is in the difference, and its default`() throws {
    let document = #"{"service": "s", "baseUrl": "https://s.example"}"#
    let (old, new) = (
      try ResourceConfiguration(json: document), try ResourceConfiguration(json: document, vocabulary: Self.vocabulary)
    )
    let findings = ConfigurationDifference(from: old, to: new).findings.filter { $0.services.contains("s") }
    #expect(findings.map(\.subject) == ["guest"])
    #expect(findings.first?.new == #"{"size":"medium","loud":false,"luggage":65536}"#)
  }

  @Test func `a new secret goes elsewhere`() throws {
    func configuration(_ members: String) throws -> ResourceConfiguration {
      try ResourceConfiguration(
        json: #"{"service": "s", "baseUrl": "https://s.example", "guest": {\#(members)}}"#,
        vocabulary: Self.vocabulary
      )
    }
    let difference = ConfigurationDifference(
      from: try configuration(""),
      to: try configuration(#""licence": "hush""#)
    )
    #expect(difference.findings.map(\.description) == ["s: guest.licence: none → ‹redacted› (configuration:1:60)"])
    #expect(difference.risk == .goesElsewhere)
  }

  private struct Sealed: ServiceFeature {
    let key = "sealed"
    let summary = "A feature with a secret."
    let proof = Setting.secret("proof", "What it shows.").sent(in: "X-Opaque-Mark")
    var limit = Setting.wholeNumber("limit", in: 1...9, "A limit.").default(1)
    var settings: FeatureSettings { FeatureSettings(proof, limit) }
  }

  @Test func `the field that carries a secret is redacted once a configuration is read`() throws {
    _ = try ResourceConfiguration(json: "{}", name: "a.json", vocabulary: Vocabulary.standard + [Sealed()])
    #expect(Redaction.value(of: "X-Opaque-Mark", "v") == Redaction.mark)
  }

  @Test func `another default makes another vocabulary, and the order of features no other values`() throws {
    var other = Sealed()
    other.limit = Setting.wholeNumber("limit", in: 1...9, "A limit.").default(2)
    #expect(Vocabulary.standard + [Sealed()] == Vocabulary.standard + [Sealed()])
    #expect(Vocabulary.standard + [Sealed()] != Vocabulary.standard + [other])
    let document = #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example", "guest": {"name": "Ann"}}]}"#
    let settings = try [[Guest()], [Sealed(), Guest()] as [any ServiceFeature]].map { features in
      try ResourceConfiguration(json: document, name: "a.json", vocabulary: .standard + features).services[0].settings
    }
    #expect(settings[0] == settings[1])
  }

  @Test func `the password of a URL is not shown`() throws {
    let document =
      #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example", "#
      + #""guest": {"name": "https://u:hush@h.example/"}}]}"#
    let configuration = try ResourceConfiguration(json: document, name: "a.json", vocabulary: Self.vocabulary)
    let shown = configuration.redactedJSON().text()
    #expect(!shown.contains("hush") && shown.contains("h.example"))
  }
}
