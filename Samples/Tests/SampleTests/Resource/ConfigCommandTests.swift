// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@Suite struct ConfigCommandTests {
  @Test func `lint says everything that is wrong with its place, and exits 2`() async throws {
    let outcome = try await config("lint", #"{"backendServices": [{"servic": "a"}, {"service": 1, "baseUrl": "x"}]}"#)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("did you mean \"service\"?"))
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("document.json:1:") }.count >= 3)
  }

  @Test func `lint finds nothing wrong with what is right`() async throws {
    let outcome = try await config("lint", #"{"service": "a", "baseUrl": "http://a.example"}"#)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("valid; services: a"))
  }

  @Test func `each issue is one line that editors match`() async throws {
    let outcome = try await config("lint", #"{"service": "a", "baseUrl": "nowhere", "tiemouts": {}}"#)
    #expect(outcome.status == 2)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome.errors)")
    #expect(
      lines.allSatisfy { $0.firstMatch(of: /^[^:]+document.json:[0-9]+:[0-9]+: error: ./) != nil },
      "\(outcome.errors)"
    )
  }

  @Test func `a configuration is checked without the secrets where that is asked for`() async throws {
    let document = #"""
      {"service": "a", "baseUrl": "http://${env:NOBODY_SETS_THIS}/v1",
       "auth": {"type": "bearer", "token": "${file:/no/such/file}"}, "maxConnections": WRONG}
      """#
    let right = document.replacing("WRONG", with: "5")
    let missing = try await config("lint", right)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("on a machine without the secrets: resource config lint --no-references"))
    let other = try await config("lint", document.replacing("WRONG", with: #""${env:HOME}""#))
    #expect(!other.errors.contains("--no-references"), "\(other.errors)")
    let outcome = try await config("lint", right, "--no-references")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wrong = try await config("lint", document.replacing("WRONG", with: "0"), "--no-references")
    #expect(wrong.status == 2)
    #expect(wrong.errors.split(separator: "\n").count == 1)
    let form = try await config("lint", document.replacing("WRONG", with: #""${evn:X}""#), "--no-references")
    #expect(form.errors.contains("unknown kind"))
  }

  @Test func `show hides secrets`() async throws {
    let outcome = try await config(
      "show",
      #"{"service": "a", "baseUrl": "http://a.example", "auth": {"type": "bearer", "token": "hush"}}"#
    )
    #expect(outcome.status == 0)
    #expect(try JSON(parsing: outcome.text)["backendServices"][0]["auth"]["token"] == "‹redacted›")
    #expect(!outcome.text.contains("hush"))
  }

  @Test(arguments: ["lint", "show"])
  func `a configuration that is not named is that of the environment`(_ command: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "document.json")
      try Data(#"{"service": "a", "baseUrl": "http://a.example"}"#.utf8).write(to: file)
      let environment = ["RESOURCE_CONFIG": file.path]
      let outcome = try await BuiltProduct.resource.run(["config", command], environment: environment)
      #expect(outcome.status == 0)
      #expect((outcome.text + outcome.errors).contains(command == "lint" ? "services: a" : "\"service\": \"a\""))
    }
    let outcome = try await BuiltProduct.resource.run("config", command)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("resource: no configuration is named: "))
  }

  @Test func `the schema is the one in Docs`() async throws {
    let outcome = try await BuiltProduct.resource.run("config", "schema")
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../Docs/backend-services.schema.json")
    #expect(try JSON(parsing: outcome.output) == JSON(parsing: Data(contentsOf: file)))
  }

  @Test func `the samples' own configuration is valid`() async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../backends.json")
    #expect(try await BuiltProduct.resource.run("config", "lint", file.standardized.path).status == 0)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion scripts are there for every shell`(_ shell: String) async throws {
    let outcome = try await BuiltProduct.resource.run("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("max-redirects"))
  }

  @Test(arguments: ["send", "explain", "config"])
  func `help shows examples`(_ command: String) async throws {
    let outcome = try await BuiltProduct.resource.run(command, "--help")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("resource \(command)"))
  }

  private func config(_ command: String, _ document: String, _ extra: String...) async throws -> BuiltProduct.Outcome {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "document.json")
      try Data(document.utf8).write(to: file)
      return try await BuiltProduct.resource.run(["config", command, file.path] + extra)
    }
  }
}
