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

  @Test func `every line names the place that decided it`() async throws {
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
    expect(lines, "method", "POST", "METHOD")
    expect(
      lines,
      "url",
      "http://resorts.example/v1/cities/7?lang=de&apikey=‹redacted›",
      "TARGET below the service of FILE:5:"
    )
    expect(lines, "header", "Authorization: ‹redacted›", "--header")
    expect(lines, "header", "Content-Type: application/json", "default for --json")
    expect(lines, "header", "Accept: */*", "default")
    expect(lines, "credential", "basic, user ann, ‹redacted›", "FILE:6:")
    expect(lines, "body", "JSON, 3 bytes", "--json")
    expect(lines, "connect timeout", "1500ms", "FILE:7:")
    expect(lines, "read timeout", "7s", "FILE:3:")
    expect(lines, "total timeout", "3s", "--timeout")
    expect(lines, "redirects", "at most 3", "FILE:3:")
    #expect(!lines.joined().contains("hush"))
  }

  @Test func `a request to an adapter shows what the gateway decides`() async throws {
    let lines = try await explain("GET", "/adapters/a/b", "--param", "1")
    expect(
      lines,
      "url",
      "http://127.0.0.1:1/mfp/api/adapters/a/b?params=%5B1%5D",
      "TARGET below the gateway of FILE:2:"
    )
    expect(lines, "header", "X-Team: blue", "FILE:2:")
    expect(lines, "body", "none", "default")
    expect(lines, "total timeout", "60s", "default")
  }

  @Test func `a target is absolute by its scheme, not by a URL in its query`() async throws {
    let relative = try await explain("GET", "/x?next=http://b.example/")
    expect(relative, "header", "X-Team: blue", "FILE:2:")
    let absolute = try await explain("GET", "HTTP://a.example/")
    expect(absolute, "url", "http://a.example/", "TARGET)")
  }

  @Test func `another gateway gets nothing that was configured for the first`() async throws {
    let lines = try await explain("GET", "/x", "--gateway", "http://127.0.0.1:2/mfp")
    expect(lines, "url", "http://127.0.0.1:2/mfp/api/x", "TARGET below the gateway of --gateway")
    #expect(!lines.contains { $0.contains("X-Team") })
  }

  /// Checks that one line has a name, a value and a place, with any number of blanks between.
  private func expect(_ lines: [String], _ name: String, _ value: String, _ place: String) {
    #expect(
      lines.contains { $0.hasPrefix(name) && $0.contains("  \(value) ") && $0.contains("(\(place)") },
      "\(name) \(value) \(place) in\n\(lines.joined(separator: "\n"))"
    )
  }

  /// The lines of an explanation, in which `FILE` stands for the configuration.
  private func explain(_ arguments: String...) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "backends.json")
      try Data(Self.configuration.utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run(["explain"] + arguments + ["--config", file.path])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
      return outcome.text.replacing(file.path, with: "FILE").split(separator: "\n").map(String.init)
    }
  }
}
