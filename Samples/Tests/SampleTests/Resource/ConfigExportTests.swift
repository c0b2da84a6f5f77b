// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// `resource config export`.
@Suite struct ConfigExportTests {
  private static let document = """
    { "service": "orders", "baseUrl": "http://127.0.0.1:9001/v1",
      "auth": { "type": "bearer", "token": "hunter2" },
      "hedge": { "after": "p95" } }
    """

  private func export(_ options: [String]) async throws -> BuiltProduct.Outcome {
    try await BuiltProduct.resource.run(["config", "export", "-"] + options, input: Self.document)
  }

  @Test(arguments: ["envoy", "haproxy", "nginx"])
  func `the file goes to stdout, and what is lost and needed to stderr`(_ proxy: String) async throws {
    let outcome = try await export(["--to", proxy, "--listen", "127.0.0.1:9999"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("9999") && outcome.text.contains("/orders/"))
    #expect(!outcome.text.contains("hunter2") && !outcome.errors.contains("hunter2"))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("<stdin>:3:3: orders: hedge is not exported: ") }, "\(outcome.errors)")
    #expect(lines.last?.hasPrefix("orders: ") == true)
    #expect(lines.last?.hasSuffix(" the field Authorization") == true)
  }

  @Test(arguments: [("127.0.0.1:80", "127.0.0.1"), ("[::1]:80", "::1"), ("localhost:9000", "127.0.0.1")])
  func `it listens at an address, of any port`(_ address: String, _ written: String) async throws {
    let outcome = try await export(["--to", "envoy", "--listen", address])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let place = try JSON(parsing: outcome.text)["static_resources"]["listeners"][0]["address"]["socket_address"]
    #expect(place["address"].string == written)
  }

  @Test func `a proxy that is not named is told with the ones there are`() async throws {
    let outcome = try await export([])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--to <envoy|haproxy|nginx>"), "\(outcome.errors)")
  }

  @Test func `strict fails, and writes nothing`() async throws {
    let outcome = try await export(["--to", "envoy", "--strict"])
    #expect(outcome.status == 1)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains("hedge is not exported"))
  }

  @Test func `a directory gets the file, for its owner alone where it has secrets`() async throws {
    try await withTemporaryFolder { folder in
      let outcome = try await export(["--to", "haproxy", "--output", folder.path, "--inline-secrets"])
      #expect(outcome.status == 0)
      #expect(outcome.text.isEmpty)
      let file = folder.appending(path: "haproxy.cfg").path
      #expect(outcome.errors.contains("\(file): written"), "\(outcome.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Bearer hunter2"))
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let missing = try await export(["--to", "haproxy", "--output", folder.path + "/none"])
      #expect(missing.status == 74)
      #expect(missing.errors.contains("none/haproxy.cfg cannot be written: "), "\(missing.errors)")
    }
  }

  @Test func `what was exported to Envoy can be imported, with notes`() async throws {
    let exported = try await export(["--to", "envoy"])
    let outcome = try await BuiltProduct.resource.run(["config", "import", "envoy", "-"], input: exported.text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try JSON(parsing: outcome.text)["backendServices"][0]["baseUrl"] == "http://127.0.0.1:9001/v1/")
    // What is wrong is at its place in the text that is written.
    let renamed = exported.text.replacing(#""s1_orders""#, with: #""..""#)
    let wrong = try await BuiltProduct.resource.run(["config", "import", "envoy", "-"], input: renamed)
    #expect(wrong.status == 2 && wrong.errors.contains("the imported document:4:18: "), "\(wrong.errors)")
    let none = try await BuiltProduct.resource.run(["config", "import", "envoy", "-"], input: "{}")
    #expect(none.status == 2)
    #expect(none.errors.contains("<stdin>: it has no static_resources.clusters"), "\(none.errors)")
    let text = try await BuiltProduct.resource.run(["config", "import", "envoy", "-"], input: "a: b")
    #expect(text.errors.contains("<stdin>: not JSON"), "\(text.errors)")
  }

  @Test func `explain tells what a proxy loses for the service`() async throws {
    let outcome = try await BuiltProduct.resource.run(
      ["explain", "GET", "x", "--service", "orders", "--config", "-", "--exported-to", "nginx"],
      input: Self.document
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("through nginx\n  <stdin>:3:3: orders: hedge is not exported: "), "\(outcome.text)")
  }

  @Test(arguments: [
    ["--to", "squid"], [], ["--to", "envoy", "--listen", "nowhere"], ["--to", "envoy", "--listen", ":1"],
    ["--to", "envoy", "--listen", "a.example:80"], ["--to", "envoy", "--listen", "127.0.0.1:0"],
  ])
  func `what is no proxy or no address is a usage error`(_ options: [String]) async throws {
    #expect(try await export(options).status == 64)
  }
}
