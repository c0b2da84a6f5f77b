// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@Suite struct ExplainTests {
  private static let configuration = """
    {
      "gateway": { "serverURL": "http://127.0.0.1:1/mfp", "headers": { "X-Team": "blue" } },
      "defaults": { "timeouts": { "read": "7s" }, "redirects": 3 },
      "backendServices": [
        { "service": "resorts", "baseUrl": "http://resorts.example/v1?lang=de",
          "auth": { "type": "basic", "credential": { "username": "ann", "password": "hush" } },
          "timeouts": { "connect": "1500ms" } }
      ]
    }
    """

  @Test func `every line of a setting names the place that decided it`() async throws {
    let lines = try await explain(
      "POST",
      "cities/{id}",
      "--path",
      "id=7",
      "--service",
      "resorts",
      "--query",
      "apikey=hush",
      "--json",
      "[1]",
      "--header",
      "Authorization: Bearer hush",
      "--timeout",
      "3s",
      "--include",
      "--format",
      "raw"
    )
    expect(lines, "method", "POST", "call")
    expect(lines, "url", "http://resorts.example/v1/cities/7?lang=de&apikey=‹redacted›", "service FILE:5:")
    expect(lines, "Authorization", "‹redacted›", "call")
    expect(lines, "Content-Type", "application/json", "call")
    expect(lines, "Accept", "*/*", "built-in")
    expect(lines, "kind", "the request's own Authorization field", "call")
    expect(lines, "body", "3 bytes, application/json", "call")
    expect(lines, "timeouts.connect", "1500ms", "service FILE:7:")
    expect(lines, "timeouts.read", "7s", "defaults FILE:3:")
    expect(lines, "timeouts.total", "3s", "call")
    expect(lines, "redirects", "3", "defaults FILE:3:")
    #expect(!lines.joined().contains("hush"))
  }

  @Test func `a request to an adapter shows what the gateway decides`() async throws {
    let lines = try await explain("GET", "/adapters/a/b", "--param", "1")
    expect(lines, "url", "http://127.0.0.1:1/mfp/api/adapters/a/b?params=%5B1%5D", "gateway FILE:2:")
    expect(lines, "X-Team", "blue", "gateway FILE:2:")
    expect(lines, "body", "none", "call")
    expect(lines, "timeouts.total", "60s", "built-in")
  }

  @Test func `a field that is left out is not shown, and curl is told to leave it out`() async throws {
    let arguments = ["explain", "http://a.example/", "-H", "Accept:", "-Z", "--har", "x"]
    let outcome = try await BuiltProduct.resource.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.text.contains("*/*"))
    #expect(outcome.text.contains("--header 'Accept:'"))
  }

  @Test func `a target is absolute by its scheme, not by a URL in its query`() async throws {
    let relative = try await explain("GET", "/x?next=http://b.example/")
    expect(relative, "X-Team", "blue", "gateway FILE:2:")
    let absolute = try await explain("GET", "HTTP://a.example/")
    expect(absolute, "url", "http://a.example/", "call)")
  }

  @Test func `another gateway gets nothing that was configured for the first`() async throws {
    let lines = try await explain("GET", "/x", "--gateway", "http://127.0.0.1:2/mfp")
    expect(lines, "url", "http://127.0.0.1:2/mfp/api/x", "gateway --gateway)")
    #expect(!lines.contains { $0.contains("X-Team") })
  }

  /// Checks that one line has this name, value and place, with any number of spaces between.
  private func expect(_ lines: [String], _ name: String, _ value: String, _ place: String) {
    #expect(
      lines.contains { line in
        line.hasPrefix("  \(name)  ") && line.contains("  \(value)") && line.contains("(\(place)")
      },
      "\(name) \(value) \(place) in\n\(lines.joined(separator: "\n"))"
    )
  }

  /// The lines of an explanation; `FILE` stands for the path of the configuration.
  private func explain(_ arguments: String...) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      try Data(Self.configuration.utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run(["explain"] + arguments + ["--config", file.path])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
      // A long line continues on the next one, indented further than any name.
      let text = outcome.text.replacing(file.path, with: "FILE").replacing(/\n {4,}/, with: " ")
      return text.split(separator: "\n").map(String.init)
    }
  }
}
