// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@Suite struct `The schema of configurations` {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

  /// Compares a committed file with its generated text; if `UPDATE_SCHEMA` is set, writes the file first.
  static func check(_ path: String, is text: String) throws {
    let file = root.appending(path: path)
    if ProcessInfo.processInfo.environment["UPDATE_SCHEMA"] != nil { try Data(text.utf8).write(to: file) }
    let committed = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
      committed == text,
      "\(path) is out of date: run UPDATE_SCHEMA=1 swift test --filter ConfigurationSchemaTests and commit it"
    )
  }

  @Test func `the committed schema is the one of the decoder's table`() throws {
    try Self.check("Docs/backend-services.schema.json", is: ResourceConfiguration.jsonSchema().text(.pretty) + "\n")
  }

  @Test func `the tables of the reference are those of the schema`() throws {
    let path = "Docs/Configuration.md"
    let text = String(decoding: try Data(contentsOf: Self.root.appending(path: path)), as: UTF8.self)
    let begin = try #require(text.firstRange(of: "<!-- keys: from the schema -->\n"))
    let end = try #require(text.firstRange(of: "<!-- keys: end -->"))
    let tables = ConfigurationReference(schema: ResourceConfiguration.jsonSchema()).markdown
    try Self.check(path, is: text[..<begin.upperBound] + tables + text[end.lowerBound...])
  }

  @Test func `every example of the reference loads`() throws {
    let text = String(decoding: try Data(contentsOf: Self.root.appending(path: "Docs/Configuration.md")), as: UTF8.self)
    let examples = text.split(separator: "```json\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
    #expect(examples.count >= 4)
    let environment = ["MAPS_KEY": "k", "ORDERS_PASSWORD": "p", "PARTNER_TOKEN": "t"]
    for example in examples { _ = try ResourceConfiguration(json: String(example), environment: environment) }
  }

  @Test func `every reference of the schema leads to a definition`() throws {
    let schema = ResourceConfiguration.jsonSchema()
    func visit(_ node: JSON) {
      if let reference = node["$ref"].string {
        let target = reference.split(separator: "/").dropFirst().reduce(schema) { $0[String($1)] }
        #expect(!target.isNull, "\(reference)")
      }
      for value in node.object.map({ Array($0.values) }) ?? node.array ?? [] { visit(value) }
    }
    visit(schema)
  }

  /// Compares Python's validator, if it is installed, with the decoder on the fixtures that a schema can judge.
  @Test func `a validator of JSON Schema accepts and refuses what the decoder does`() throws {
    let program = """
      import json, sys
      try: from jsonschema import Draft202012Validator as Validator
      except ImportError: sys.exit(77)
      schema = json.load(open(sys.argv[1]))
      Validator.check_schema(schema)
      for path in sys.argv[2:]:
          valid = Validator(schema).is_valid(json.load(open(path)))
          if valid != ("/valid/" in path): sys.exit(f"{path}: {valid}")
      """
    let invalid = ["amounts", "missing", "not-an-object", "unknown-keys", "words", "wrong-types"]
    let fixtures = Self.root.appending(path: "Tests/ResourceRequestCoreTests/Fixtures/configuration").path
    let valid = ["everything", "mfp-sample", "single-service", "empty", "gateway-only"]
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments =
      ["python3", "-c", program, Self.root.appending(path: "Docs/backend-services.schema.json").path]
      + valid.map { "\(fixtures)/valid/\($0).json" } + invalid.map { "\(fixtures)/invalid/\($0).json" }
    let errors = Pipe()
    python.standardError = errors
    try python.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    // 77: the validator is not installed; 127: Python is not.
    #expect([0, 77, 127].contains(python.terminationStatus), "\(said)")
  }

  @Test func `the page of Swift's properties has every key`() throws {
    let file = Self.root.appending(path: "Docs/ConfigurationInSwift.md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let schema = ResourceConfiguration.jsonSchema()
    for name in ["service", "document"] {
      let keys = try #require(schema["$defs"][name]["properties"].object).keys
      for key in keys where !["$schema", "connectionProperties", "ConnectionProperties"].contains(key) {
        #expect(text.contains("`\(key)`"), "\(key)")
      }
    }
  }
}
